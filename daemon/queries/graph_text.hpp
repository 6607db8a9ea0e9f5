// The graph of a session as it is in place, for showing it.
#pragma once

#include "daemon/config/config.hpp"
#include "state/session/session.hpp"

#include <string>

namespace artifactd {

struct GraphText {
  std::string path;   ///< relative to the session
  std::string bytes;  ///< a JSON object
  std::string digest; ///< of the bytes
  Stamp stamp;        ///< of the file that had them
};

/// Fault::missing if there is none; Fault::unsafe if it is damaged, with what is wrong; Fault::too_large if
/// it has more than `most` bytes.
[[nodiscard]] Result<GraphText> graph_text(Config const& config, Session const& session, std::size_t most);

/// Where it is, or would be: relative to the session.
[[nodiscard]] Result<std::string> graph_place(Config const& config, Session const& session);

} // namespace artifactd
