// The client end of the control socket: sends one request, then returns the lines of the answer. Never waits
// longer than the caller allows.
#pragma once

#include "daemon/control/control_protocol.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/fd.hpp"

#include <optional>
#include <string>

namespace artifactd {

class ControlClient {
public:
  /// Returns once the daemon has accepted the request. Fault::missing: no daemon listens; Fault::denied: it
  /// refuses, with the reason; Fault::busy: no answer in time. A line longer than `longest` bytes is
  /// Fault::too_large.
  static Result<ControlClient> ask(std::string const& path, ControlRequest const& request, Duration patience,
                                   std::size_t longest = std::size_t{1} << 20);

  /// For poll(): readable when next() may have something.
  [[nodiscard]] int fd() const noexcept { return connection_.get(); }

  /// The next line; std::nullopt if none arrives until then. Fault::missing: the daemon closed the
  /// connection.
  Result<std::optional<std::string>> next(Moment until);

private:
  ControlClient(UniqueFd connection, std::size_t longest) noexcept
      : connection_(std::move(connection)), input_(longest) {}

  UniqueFd connection_;
  LineBuffer input_;
};

} // namespace artifactd
