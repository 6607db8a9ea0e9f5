// The exclusive right to settle in a session: `flock` on the session directory itself. It leaves nothing on
// disk, so it cannot be unlinked or left behind, and it excludes other threads of this process as well as
// other processes.
#pragma once

#include "state/platform/clock.hpp"
#include "state/session/session.hpp"

#include <memory>

namespace artifactd {

class Claim {
public:
  /// Never waits; Fault::busy while somebody else holds it.
  static Result<Claim> take(Session const& session);
  /// Waits for it up to `patience`: others hold it for milliseconds.
  static Result<Claim> take_soon(Session const& session, Duration patience);

private:
  Claim(UniqueFd held, std::shared_ptr<void> directories)
      : held_(std::move(held)), directories_(std::move(directories)) {}
  UniqueFd held_;
  std::shared_ptr<void> directories_; ///< the session keeps them open meanwhile
};

} // namespace artifactd
