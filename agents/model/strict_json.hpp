// Reads JSON from outside (model replies, files). Nothing becomes a value before the whole text was scanned:
// UTF-8, strict JSON, no duplicate keys, within the limits on nesting and size. Reading takes linear time,
// whatever is in the text.
#pragma once

#include "state/json/diagnose.hpp"
#include "state/vocabulary/finding.hpp"

#include <cstddef>
#include <expected>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace artifactd::model {

struct JsonBounds {
  std::size_t bytes = std::size_t{1} << 20;
  unsigned depth = 64;     ///< open brackets; at most 256
  unsigned members = 2000; ///< in one object: an ordered object searches its members linearly
};

/// The value, or the text's faults in order, never empty. Numbers beyond a double's range are faults too.
[[nodiscard]] std::expected<nlohmann::ordered_json, std::vector<Finding>>
read_json(std::string_view text, JsonBounds const& bounds, json::Source source = json::Source::file);

} // namespace artifactd::model
