// What needs a person in a session besides its signals: a damaged graph, a state that is gone, a fix that
// cannot go on.
#pragma once

#include "daemon/queries/stuck_row.hpp"
#include "watchers/session_key.hpp"

#include <vector>

namespace artifactd {

struct Config;

/// A session that cannot be looked at is itself a row: it hides no other session.
[[nodiscard]] std::vector<StuckRow> session_troubles(Config const& config, SessionKey const& key);

} // namespace artifactd
