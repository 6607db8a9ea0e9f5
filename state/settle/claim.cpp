#include "state/settle/claim.hpp"

#include <cerrno>
#include <sys/file.h>
#include <thread>

namespace artifactd {

Result<Claim> Claim::take(Session const& session) {
  // A file description of its own: flock belongs to the open file description, so each claim excludes every
  // other.
  auto own = TRY(open_directory(session.directory(), "."));
  if (::flock(own.get(), LOCK_EX | LOCK_NB) < 0) {
    if (errno == EWOULDBLOCK)
      return fail(Fault::busy, "another process is settling this session (it holds the directory's flock)");
    return fail(errno_error("flock", session.shown()));
  }
  return Claim(std::move(own), session.keep_directories());
}

Result<Claim> Claim::take_soon(Session const& session, Duration patience) {
  // There is no notification when another process releases its flock, so poll.
  constexpr auto pause = std::chrono::milliseconds(5);
  auto const late = Monotonic::now() + std::chrono::duration_cast<Monotonic::duration>(patience);
  for (;;) {
    auto claim = take(session);
    if (claim || claim.error().fault != Fault::busy || Monotonic::now() > late) return claim;
    std::this_thread::sleep_for(pause);
  }
}

} // namespace artifactd
