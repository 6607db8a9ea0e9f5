// Strict Base64 (RFC 4648, section 4): only the alphabet, padding where required, no white space or leftover
// bits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace artifactd::turn {

struct Base64Read {
  std::string bytes;
  std::optional<std::size_t> fault; ///< offset of the first invalid character
};

[[nodiscard]] Base64Read from_base64(std::string_view text);
[[nodiscard]] std::string to_base64(std::string_view bytes);

} // namespace artifactd::turn
