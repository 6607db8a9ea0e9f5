// The other end of the control socket: asks once, then hands out the lines of the answer. Never waits longer
// than it is told to.
#pragma once

#include "daemon/control_protocol.hpp"
#include "state/clock.hpp"
#include "state/fd.hpp"

#include <optional>
#include <string>

namespace artifactd {

class ControlClient {
public:
  /// Returns once the daemon has accepted the request. Fault::missing: no daemon listens; Fault::denied: it
  /// refuses, and says why; Fault::busy: it did not answer in time.
  static Result<ControlClient> ask(std::string const& path, ControlRequest const& request, Duration patience);

  /// For poll(): readable when next() may have something.
  [[nodiscard]] int fd() const noexcept { return connection_.get(); }

  /// The next line; nothing when none has come until then. Fault::missing: the daemon closed the connection.
  Result<std::optional<std::string>> next(Moment until);

private:
  explicit ControlClient(UniqueFd connection) noexcept : connection_(std::move(connection)) {}

  UniqueFd connection_;
  LineBuffer input_{std::size_t{1} << 20};
};

} // namespace artifactd
