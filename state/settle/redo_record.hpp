// One record of `.artifactd/redo` as text. What is parsed may be anybody's: nothing is believed beyond what
// the text itself holds.
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

/// A record's text in pieces, one after the other, which belong to the record or to the lines here.
struct RedoText {
  std::vector<std::string> lines;
  std::vector<std::string_view> pieces;
};
[[nodiscard]] RedoText redo_pieces(Redo const& record);
[[nodiscard]] std::string redo_text(Redo const& record);

/// `text` is exactly one whole record.
[[nodiscard]] std::optional<Redo> parse_redo(std::string_view text);

/// Of the record that begins at `at`: where it ends. Nothing when no whole and undamaged one begins there.
[[nodiscard]] std::optional<std::size_t> end_of_redo(std::string_view text, std::size_t at);

/// The record whose first bytes these are, without its changes.
[[nodiscard]] std::optional<Redo> parse_redo_head(std::string_view start);

/// Of the record whose last bytes these are.
[[nodiscard]] std::optional<RedoTail> parse_redo_tail(std::string_view end);

} // namespace artifactd
