// Keys an object has more than once, at every depth of an accepted text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::json {

struct DuplicateKey {
  std::string key;   ///< decoded: two spellings of one key are the same key
  std::size_t first; ///< where the first one's quote is
  std::size_t again; ///< where this one's is
};

/// In the order of `again`. Sorts, never hashes: no choice of keys makes it slow.
[[nodiscard]] std::vector<DuplicateKey> duplicate_keys(std::string_view text);

} // namespace artifactd::json
