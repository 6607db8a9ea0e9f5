// What a person has to decide about a tuning run whose state.json disappeared.
#pragma once

#include "daemon/queries/stuck.hpp"

#include <optional>

namespace artifactd {

/// std::nullopt if there is a state.json, if the session never had an accepted one, or if artifactd ignores
/// it.
[[nodiscard]] std::optional<StuckRow> gone_state(Config const& config, SessionKey const& key);

} // namespace artifactd
