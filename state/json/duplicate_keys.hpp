// Finds keys that an object has more than once, at every depth of an accepted text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::json {

struct DuplicateKey {
  std::string key;   ///< decoded: two spellings of one key are the same key
  std::size_t first; ///< position of the first one's quote
  std::size_t again; ///< position of this one's quote
};

/// In the order of `again`. Sorts instead of hashing: no choice of keys makes it slow.
[[nodiscard]] std::vector<DuplicateKey> duplicate_keys(std::string_view text);

} // namespace artifactd::json
