// Reads and writes the texts of a PNG (its `tEXt` chunks), for character cards. Checks signature, lengths,
// order and checksums; the image is neither read nor decoded, and what follows `IEND` is ignored.
#pragma once

#include "state/vocabulary/finding.hpp"

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::turn {

struct PngText {
  std::string_view keyword;
  std::string_view text; ///< Latin-1 as in the format; for a card it is base64
};

[[nodiscard]] bool is_png(std::string_view bytes) noexcept;

/// In order; views into `bytes`, which are at most largest_card_file. Otherwise `turn.image` with the byte.
[[nodiscard]] std::expected<std::vector<PngText>, Finding> png_texts(std::string_view file,
                                                                     std::string_view bytes);

/// The same image with these texts before `IEND`, replacing those with the same keywords; what followed
/// `IEND` is dropped. Findings as in png_texts(), and for an image that becomes too large.
[[nodiscard]] std::expected<std::string, Finding>
with_png_texts(std::string_view file, std::string_view bytes, std::span<PngText const> texts);

} // namespace artifactd::turn
