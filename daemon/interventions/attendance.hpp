// Whether an artifactd serves a session, as its status board tells everybody.
#pragma once

#include "daemon/config/config.hpp"
#include "state/vocabulary/names.hpp"
#include "watchers/session_key.hpp"

#include <string>

namespace artifactd {

struct Attendance {
  enum class By : std::uint8_t {
    daemon,  ///< one that is running watches the root of the session, or it is starting
    nobody,  ///< it has ended, does not report, or watches other roots
    unknown, ///< there is no board here: none was started, or it runs in another container or on another host
  };
  By by = By::unknown;
  std::string reason = {}; ///< why nobody does, or why that is unknown; or why the signal is pending
};

[[nodiscard]] Attendance attendance(Config const& config, SessionKey const& session,
                                    SignalName const& signal);

} // namespace artifactd
