#include "merge/jq/confinement.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <linux/capability.h>
#include <memory>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace artifactd::jq {

namespace {

using Filter = std::unique_ptr<void, decltype([](scmp_filter_ctx filter) { ::seccomp_release(filter); })>;

constexpr std::array harmless = {
    SCMP_SYS(brk),
    SCMP_SYS(clock_getres),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(close),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(futex),
    SCMP_SYS(getpid),
    SCMP_SYS(getrandom),
    SCMP_SYS(getrusage),
    SCMP_SYS(gettid),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(madvise),
    SCMP_SYS(mremap),
    SCMP_SYS(munmap),
    SCMP_SYS(lseek),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sysinfo),
    SCMP_SYS(time),
};

constexpr scmp_arg_cmp equals(unsigned argument, scmp_datum_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}

bool allow(scmp_filter_ctx filter, int call, auto... conditions) noexcept {
  std::array<scmp_arg_cmp, sizeof...(conditions)> when{conditions...};
  return ::seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, static_cast<unsigned>(when.size()),
                                  when.data()) == 0;
}

/// Unlisted calls fail with EPERM: libjq asks for the time zone's file, for instance, and works without it.
bool filter_calls() noexcept {
  Filter const filter(::seccomp_init(SCMP_ACT_ERRNO(EPERM)));
  if (!filter || ::seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0)
    return false;
  for (auto call : harmless)
    if (!allow(filter.get(), call)) return false;
  scmp_arg_cmp const not_executable{2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0};
  return allow(filter.get(), SCMP_SYS(recvmsg), equals(0, 0)) &&
         allow(filter.get(), SCMP_SYS(write), equals(0, 0)) &&
         allow(filter.get(), SCMP_SYS(mmap), not_executable) &&
         allow(filter.get(), SCMP_SYS(mprotect), not_executable) &&
         allow(filter.get(), SCMP_SYS(tgkill), equals(2, SIGABRT)) &&
         allow(filter.get(), SCMP_SYS(prlimit64), equals(0, 0), equals(1, RLIMIT_CPU)) &&
         ::seccomp_load(filter.get()) == 0;
}

bool limit(__rlimit_resource resource, rlim_t most) noexcept {
  rlimit const bound{most, most};
  return ::setrlimit(resource, &bound) == 0;
}

/// A service manager may deny capset to a process that has no capabilities.
bool give_up_capabilities() noexcept {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> sets{};
  if (::syscall(SYS_capset, &header, sets.data()) == 0) return true;
  return ::syscall(SYS_capget, &header, sets.data()) == 0 && (sets[0].permitted | sets[1].permitted) == 0;
}

} // namespace

bool confine(std::uint64_t memory, int parent) noexcept {
  return ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && ::getppid() == parent && limit(RLIMIT_AS, memory) &&
         limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) && give_up_capabilities() &&
         ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && filter_calls();
}

void allow_time(std::uint64_t seconds) noexcept {
  rusage used{};
  rlimit bound{};
  if (::getrusage(RUSAGE_SELF, &used) != 0 || ::getrlimit(RLIMIT_CPU, &bound) != 0) return;
  auto so_far = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
  bound.rlim_cur = so_far + seconds + 2;
  ::setrlimit(RLIMIT_CPU, &bound);
}

} // namespace artifactd::jq
