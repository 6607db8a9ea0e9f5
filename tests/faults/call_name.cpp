#include "tests/faults/tracee.hpp"

#include <algorithm>
#include <string_view>
#include <sys/syscall.h>
#include <sys/uio.h>

namespace artifactd::faults {

namespace {

struct Known {
  long number;
  std::string_view name;
};
/// Only for reports; a call that is not listed is shown by number.
constexpr Known known[] = {
    {SYS_read, "read"},
    {SYS_write, "write"},
    {SYS_openat, "openat"},
    {SYS_openat2, "openat2"},
    {SYS_close, "close"},
    {SYS_statx, "statx"},
    {SYS_newfstatat, "fstatat"},
    {SYS_fstat, "fstat"},
    {SYS_lseek, "lseek"},
    {SYS_mmap, "mmap"},
    {SYS_mprotect, "mprotect"},
    {SYS_munmap, "munmap"},
    {SYS_brk, "brk"},
    {SYS_madvise, "madvise"},
    {SYS_getdents64, "getdents"},
    {SYS_fsync, "fsync"},
    {SYS_fdatasync, "fdatasync"},
    {SYS_renameat, "renameat"},
    {SYS_renameat2, "renameat2"},
    {SYS_rename, "rename"},
    {SYS_linkat, "linkat"},
    {SYS_unlinkat, "unlinkat"},
    {SYS_unlink, "unlink"},
    {SYS_mkdirat, "mkdirat"},
    {SYS_flock, "flock"},
    {SYS_fcntl, "fcntl"},
    {SYS_fchown, "fchown"},
    {SYS_fchmod, "fchmod"},
    {SYS_fallocate, "fallocate"},
    {SYS_writev, "writev"},
    {SYS_pwrite64, "pwrite"},
    {SYS_pread64, "pread"},
    {SYS_ftruncate, "ftruncate"},
    {SYS_readlink, "readlink"},
    {SYS_clone3, "clone3"},
    {SYS_clone, "clone"},
    {SYS_futex, "futex"},
    {SYS_exit_group, "exit_group"},
    {SYS_exit, "exit"},
    {SYS_clock_nanosleep, "nanosleep"},
    {SYS_getrandom, "getrandom"},
    {SYS_access, "access"},
    {SYS_getpid, "getpid"},
    {SYS_rt_sigprocmask, "sigprocmask"},
    {SYS_rseq, "rseq"},
    {SYS_set_robust_list, "set_robust_list"},
};

} // namespace

std::string Call::name() const {
  auto const* entry = std::ranges::find(known, static_cast<long>(number), &Known::number);
  return entry == std::end(known) ? "call " + std::to_string(number) : std::string(entry->name);
}

std::string Call::text(std::size_t argument) const {
  std::array<char, 256> bytes{};
  auto address = arguments[argument];
  // A read must not cross into a page that may be unmapped.
  auto length = std::min<std::uint64_t>(bytes.size() - 1, 4096 - address % 4096);
  iovec here{bytes.data(), length};
  iovec there{reinterpret_cast<void*>(address), length};
  if (::process_vm_readv(thread, &here, 1, &there, 1, 0) <= 0) return "";
  std::string text = bytes.data();
  if (text.size() == length && length < bytes.size() - 1) {
    auto rest = *this;
    rest.arguments[argument] = address + length;
    text += rest.text(argument);
  }
  return text;
}

} // namespace artifactd::faults
