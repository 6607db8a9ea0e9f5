// What two versions of one JSON text differ in, as a person reads it: which members came, went or changed.
#pragma once

#include "state/json/tree.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct Difference {
  std::string pointer;    ///< RFC 6901
  JsonNode const* before; ///< null: it came
  JsonNode const* after;  ///< null: it went
};

/// As deep as both have something there, in the order of `before`, then of `after`. Elements are compared by
/// their places. How a value is written says nothing.
[[nodiscard]] std::vector<Difference> differences(JsonNode const& before, JsonNode const& after);

} // namespace artifactd
