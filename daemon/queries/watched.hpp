// Whether the running daemon watches a session: below one of its roots, at that root's depth, not hidden.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/status/status_board.hpp"
#include "watchers/session_key.hpp"

#include <optional>
#include <string>

namespace artifactd {

/// One sentence with the daemon's roots if it does not watch the session; std::nullopt if it does.
[[nodiscard]] std::optional<std::string> why_unwatched(Config const& config, Board const& board,
                                                       SessionKey const& session);

} // namespace artifactd
