// Reads JSON into values. Logs have many lines: most of the time is spent on allocating the values.
#pragma once

#include "merge/game/values/value.hpp"

#include <string_view>

namespace artifactd::play {

using game::Value;

/// The JSON of a text; discarded if it is invalid, deeper than a game may be, or has a number larger than any
/// double. The last of members with the same name counts.
[[nodiscard]] Value json_in(std::string_view text);

} // namespace artifactd::play
