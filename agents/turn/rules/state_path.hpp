// A path into a scene's state: names from the root inwards, written `a.b`, or as a JSON pointer with a
// leading slash if a name contains a dot. Paths do not lead into lists: elements are identified by value.
#pragma once

#include "state/json/json_text.hpp"
#include "state/platform/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::turn {

using StatePath = std::vector<std::string>;

/// Never empty. Fault::invalid for an invalid path; Fault::too_large beyond longest_state_text bytes or
/// deepest_state names.
Result<StatePath> parse_path(std::string_view text);

/// The preferred notation: with dots unless a name contains a dot or slash or is empty.
[[nodiscard]] std::string path_text(StatePath const& path);

/// Whether `outer` is equal to `inner` or contains it.
[[nodiscard]] bool covers(StatePath const& outer, StatePath const& inner) noexcept;

/// The value at the path of a Json, const or not, or null; passes through objects only.
template <class Value>
[[nodiscard]] Value* find_path(Value& state, StatePath const& path) {
  auto* at = &state;
  for (auto const& name : path) {
    if (!at->is_object()) return nullptr;
    auto const found = at->find(name);
    if (found == at->end()) return nullptr;
    at = &*found;
  }
  return at;
}

} // namespace artifactd::turn
