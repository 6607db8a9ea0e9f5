// The differences between two versions of one JSON text for a human reader: which members were added, removed
// or changed.
#pragma once

#include "state/json/tree.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct Difference {
  std::string pointer;    ///< RFC 6901
  JsonNode const* before; ///< null: it was added
  JsonNode const* after;  ///< null: it was removed
};

/// Descends as far as both sides have a value, in the order of `before`, then of `after`. Elements are
/// compared by position. Formatting is ignored.
[[nodiscard]] std::vector<Difference> differences(JsonNode const& before, JsonNode const& after);

} // namespace artifactd
