// The texts of a PNG (its chunks `tEXt`), for character cards. Signature, lengths, order and checksums are
// judged; the image is neither read nor decoded, and what follows `IEND` is no part of it.
#pragma once

#include "state/finding.hpp"

#include <expected>
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

} // namespace artifactd::turn
