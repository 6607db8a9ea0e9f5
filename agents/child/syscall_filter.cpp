#include "agents/child/syscall_filter.hpp"

#include "agents/child/late_seccomp.hpp"

#include <array>
#include <asm/ioctls.h>
#include <cerrno>
#include <fcntl.h>
#include <linux/memfd.h>
#include <memory>
#include <span>
#include <sys/mman.h>
#include <unistd.h>

namespace artifactd {

namespace {

using Filter = std::unique_ptr<void, decltype([](scmp_filter_ctx filter) { seccomp_release(filter); })>;

/// A system call that is allowed if all comparisons hold.
struct Allowed {
  int call;
  std::span<scmp_arg_cmp const> when = {};
};

constexpr std::array harmless = {
    SCMP_SYS(access),
    SCMP_SYS(arch_prctl),
    SCMP_SYS(brk),
    SCMP_SYS(clock_getres),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(close),
    SCMP_SYS(dup),
    SCMP_SYS(dup2),
    SCMP_SYS(dup3),
    SCMP_SYS(execve),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2),
    SCMP_SYS(fstat),
    SCMP_SYS(futex),
    SCMP_SYS(getcwd),
    SCMP_SYS(getdents64),
    SCMP_SYS(getegid),
    SCMP_SYS(geteuid),
    SCMP_SYS(getgid),
    SCMP_SYS(getpid),
    SCMP_SYS(getppid),
    SCMP_SYS(getrandom),
    SCMP_SYS(getrusage),
    SCMP_SYS(gettid),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(getuid),
    SCMP_SYS(lseek),
    SCMP_SYS(lstat),
    SCMP_SYS(madvise),
    SCMP_SYS(mremap),
    SCMP_SYS(munmap),
    SCMP_SYS(nanosleep),
    SCMP_SYS(newfstatat),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(pread64),
    SCMP_SYS(pselect6),
    SCMP_SYS(read),
    SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
    SCMP_SYS(readv),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(rseq),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(select),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(set_tid_address),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(stat),
    SCMP_SYS(statx),
    SCMP_SYS(sysinfo),
    SCMP_SYS(time),
    SCMP_SYS(times),
    SCMP_SYS(uname),
    SCMP_SYS(wait4),
    SCMP_SYS(write),
    SCMP_SYS(writev),
};

constexpr scmp_datum_t creates_unnamed = 020000000; // O_TMPFILE without O_DIRECTORY, which is harmless
constexpr scmp_datum_t changes = O_ACCMODE | O_CREAT | O_TRUNC | creates_unnamed;

constexpr scmp_arg_cmp has_none(unsigned argument, scmp_datum_t bits) {
  return {argument, SCMP_CMP_MASKED_EQ, bits, 0};
}
constexpr scmp_arg_cmp equals(unsigned argument, scmp_datum_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}

constexpr std::array reading{has_none(2, changes)};
constexpr std::array reading_by_path{has_none(1, changes)};
constexpr std::array not_executable{has_none(2, PROT_EXEC)};
constexpr std::array not_writable{has_none(2, PROT_WRITE)};
constexpr std::array asking_a_limit{equals(0, 0), equals(2, 0)};
constexpr std::array asking_a_terminal{equals(1, TCGETS)};
constexpr std::array closing_on_exec{equals(1, FIOCLEX)};
constexpr std::array getting_flags{equals(1, F_GETFD)};
constexpr std::array setting_flags{equals(1, F_SETFD)};
constexpr std::array getting_status{equals(1, F_GETFL)};
constexpr std::array duplicating{equals(1, F_DUPFD_CLOEXEC)};

// A call named twice is allowed when either condition holds.
constexpr std::array conditional = {
    Allowed{SCMP_SYS(openat), reading},          Allowed{SCMP_SYS(open), reading_by_path},
    Allowed{SCMP_SYS(mmap), not_executable},     Allowed{SCMP_SYS(mmap), not_writable},
    Allowed{SCMP_SYS(mprotect), not_executable}, Allowed{SCMP_SYS(prlimit64), asking_a_limit},
    Allowed{SCMP_SYS(ioctl), asking_a_terminal}, Allowed{SCMP_SYS(ioctl), closing_on_exec},
    Allowed{SCMP_SYS(fcntl), getting_flags},     Allowed{SCMP_SYS(fcntl), setting_flags},
    Allowed{SCMP_SYS(fcntl), getting_status},    Allowed{SCMP_SYS(fcntl), duplicating},
};

Result<void> allow(scmp_filter_ctx filter, Allowed const& allowed) {
  auto code = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, allowed.call,
                                     static_cast<unsigned>(allowed.when.size()), allowed.when.data());
  if (code != 0) return fail(errno_error("making a system call filter", "a rule", -code));
  return {};
}

} // namespace

Result<UniqueFd> python_syscalls() {
  Filter const filter(seccomp_init(SCMP_ACT_ERRNO(EPERM)));
  if (!filter) return fail(Fault::exhausted, "making a system call filter: out of memory");
  auto code = seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  if (code != 0) return fail(errno_error("making a system call filter", "its architecture", -code));
  for (auto call : harmless)
    TRY(allow(filter.get(), {call}));
  for (auto const& allowed : conditional)
    TRY(allow(filter.get(), allowed));
  UniqueFd file(::memfd_create("syscalls", MFD_CLOEXEC));
  if (!file) return fail(errno_error("making a system call filter", "memfd"));
  code = seccomp_export_bpf(filter.get(), file.get());
  if (code != 0 || ::lseek(file.get(), 0, SEEK_SET) != 0)
    return fail(errno_error("making a system call filter", "export", code != 0 ? -code : errno));
  return file;
}

} // namespace artifactd
