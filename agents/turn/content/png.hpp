// The texts of a PNG (its chunks `tEXt`), for character cards: read and written. Signature, lengths, order
// and checksums are judged; the image is neither read nor decoded, and what follows `IEND` is no part of it.
#pragma once

#include "state/finding.hpp"

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::turn {

struct PngText {
  std::string_view keyword;
  std::string_view text; ///< Latin-1 as the format has it; of a card it is base64
};

[[nodiscard]] bool is_png(std::string_view bytes) noexcept;

/// In order; views into `bytes`, which are at most largest_card_file. `turn.image` with the byte otherwise.
[[nodiscard]] std::expected<std::vector<PngText>, Finding> png_texts(std::string_view file,
                                                                     std::string_view bytes);

/// The same picture with these texts, before `IEND`, in place of those with the same keywords; what followed
/// `IEND` is gone. Findings as of png_texts(), and for a picture that becomes too large.
[[nodiscard]] std::expected<std::string, Finding>
with_png_texts(std::string_view file, std::string_view bytes, std::span<PngText const> texts);

} // namespace artifactd::turn
