// One record of `.artifactd/redo` as text. A parsed record may come from anybody: nothing is assumed beyond
// what the text itself says.
#pragma once

#include "state/settle/redo.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

inline constexpr std::size_t redo_tail_bytes = 51;  ///< three numbers of 16 digits
inline constexpr std::size_t redo_head_bytes = 512; ///< more than the longest first line

struct RedoTail {
  std::uint64_t number;
  std::uint64_t bytes; ///< of the whole record
};

/// A record's text as consecutive pieces, which refer to the record or to the lines here.
struct RedoText {
  std::vector<std::string> lines;
  std::vector<std::string_view> pieces;
};
[[nodiscard]] RedoText redo_pieces(Redo const& record);
[[nodiscard]] std::string redo_text(Redo const& record);

/// `text` must be exactly one whole record.
[[nodiscard]] std::optional<Redo> parse_redo(std::string_view text);

/// The end of the record that begins at `at`; std::nullopt if no complete and undamaged record begins there.
[[nodiscard]] std::optional<std::size_t> end_of_redo(std::string_view text, std::size_t at);

/// The record that begins with these bytes, without its changes.
[[nodiscard]] std::optional<Redo> parse_redo_head(std::string_view start);

/// The tail of the record that ends with these bytes.
[[nodiscard]] std::optional<RedoTail> parse_redo_tail(std::string_view end);

} // namespace artifactd
