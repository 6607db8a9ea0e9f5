// The part of `artifactctl stats` about narrative turns: tokens by step.
#pragma once

#include "agents/turn/store/step_spending.hpp"
#include "daemon/config/config.hpp"

#include <nlohmann/json_fwd.hpp>

namespace artifactd {

/// Zero if there is no database of stories. `since`: Unix milliseconds; an empty path: all sessions.
[[nodiscard]] Result<turn::Spending> turn_spending(Config const& config, turn::Time since,
                                                   std::string const& path);

/// On average; there are turns.
[[nodiscard]] double per_turn(std::uint64_t tokens, turn::Spending const& spending);

[[nodiscard]] nlohmann::ordered_json to_json(turn::Spending const& spending);

} // namespace artifactd
