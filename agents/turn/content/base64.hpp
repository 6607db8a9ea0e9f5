// Base64 (RFC 4648, section 4), read strictly: the alphabet, padding where it belongs, no white space, no
// bits left over.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace artifactd::turn {

struct Base64Read {
  std::string bytes;
  std::optional<std::size_t> fault; ///< the offset of the first character that cannot be there
};

[[nodiscard]] Base64Read from_base64(std::string_view text);
[[nodiscard]] std::string to_base64(std::string_view bytes);

} // namespace artifactd::turn
