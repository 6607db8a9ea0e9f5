// A path into a scene's state: names from the root inwards, written `a.b`, or as a JSON pointer with a
// leading slash where a name has a dot in it. Lists have no paths inside: their elements are told by value.
#pragma once

#include "state/json_text.hpp"
#include "state/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::turn {

using StatePath = std::vector<std::string>;

/// Never empty. Fault::invalid for what is no path; Fault::too_large beyond longest_state_text bytes or
/// deepest_state names.
Result<StatePath> parse_path(std::string_view text);

/// As it is best written: with dots unless a name holds a dot or slash or is empty.
[[nodiscard]] std::string path_text(StatePath const& path);

/// Whether the one is the other or lies around it.
[[nodiscard]] bool covers(StatePath const& outer, StatePath const& inner) noexcept;

/// The value there, or null; through objects only.
[[nodiscard]] Json* find_path(Json& state, StatePath const& path);
[[nodiscard]] Json const* find_path(Json const& state, StatePath const& path);

} // namespace artifactd::turn
