#include "state/lease.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>

namespace artifactd {

namespace {

/// Whoever opens it at this very moment has us told by a signal: by one that is ignored, where SIGIO would
/// end us.
bool lease(int file, int type) noexcept {
  return ::fcntl(file, F_SETSIG, SIGURG) == 0 && ::fcntl(file, F_SETLEASE, type) == 0 &&
         ::fcntl(file, F_SETLEASE, F_UNLCK) == 0;
}

} // namespace

bool nobody_has_it_open(int file) noexcept {
  return lease(file, F_WRLCK);
}

bool somebody_writes(int file) noexcept {
  return !lease(file, F_RDLCK) && errno == EAGAIN;
}

} // namespace artifactd
