// JSON that others wrote, as values. nlohmann's parser takes any depth, but copying and printing what it made
// recurse; and it refuses numbers beyond doubles, which scan() accepts. Here the depth is checked first, and
// such a number becomes the largest double of its sign.
#pragma once

#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"

#include <optional>
#include <string_view>

namespace artifactd::json {

/// The value of a text that scan() has accepted. Of members with one key, the last counts.
[[nodiscard]] Json value_of(std::string_view accepted);

/// std::nullopt unless scan() accepts the text.
[[nodiscard]] std::optional<Json> parsed(std::string_view text, Limits limits = {});

} // namespace artifactd::json
