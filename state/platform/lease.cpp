#include "state/platform/lease.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>

namespace artifactd {

namespace {

/// If somebody opens the file during the check, the kernel notifies us by a signal: SIGURG, which is ignored;
/// SIGIO would kill us.
bool lease(int file, int type) noexcept {
  return ::fcntl(file, F_SETSIG, SIGURG) == 0 && ::fcntl(file, F_SETLEASE, type) == 0;
}

} // namespace

bool nobody_has_it_open(int file) noexcept {
  return lease(file, F_WRLCK) && ::fcntl(file, F_SETLEASE, F_UNLCK) == 0;
}

bool somebody_writes(UniqueFd file) noexcept {
  return !lease(file.get(), F_RDLCK) && errno == EAGAIN;
}

} // namespace artifactd
