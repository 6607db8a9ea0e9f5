#include "state/settle/claim.hpp"

#include <cerrno>
#include <sys/file.h>

namespace artifactd {

Result<Claim> Claim::take(Session const& session) {
  // A description of its own: flock belongs to the open file description, so each claim excludes every other.
  auto own = TRY(open_directory(session.directory(), "."));
  if (::flock(own.get(), LOCK_EX | LOCK_NB) < 0) {
    if (errno == EWOULDBLOCK)
      return fail(Fault::busy, "another process is settling this session (it holds the directory's flock)");
    return fail(errno_error("flock", session.shown()));
  }
  return Claim(std::move(own));
}

} // namespace artifactd
