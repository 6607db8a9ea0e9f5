// JSON from outside (what a model said, what a file holds) as values. Nothing becomes a value before the
// whole text was scanned: UTF-8, strict JSON, no key twice, nested no deeper and no larger than allowed.
// Reading takes time in proportion to the text, whatever is in it.
#pragma once

#include "state/finding.hpp"

#include <cstddef>
#include <expected>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace artifactd::model {

struct JsonBounds {
  std::size_t bytes = std::size_t{1} << 20;
  unsigned depth = 64;     ///< open brackets; at most 256
  unsigned members = 2000; ///< of one object: those of an ordered one are searched one by one
};

/// What is wrong with the text, in its order; never empty. Numbers beyond a double's range are wrong too.
[[nodiscard]] std::expected<nlohmann::ordered_json, std::vector<Finding>> read_json(std::string_view text,
                                                                                    JsonBounds const& bounds);

/// Whole UTF-8: what a JSON string can hold as it is.
[[nodiscard]] bool is_utf8(std::string_view text);

} // namespace artifactd::model
