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

/// What a record ends with: the CRC-32 of everything before, which may be read in pieces.
class RedoChecksum {
public:
  void add(std::string_view piece) noexcept;
  [[nodiscard]] std::string text() const;

private:
  std::uint32_t sum_ = 0;
};

/// A record's text as consecutive pieces, which refer to the record or to the lines here.
struct RedoText {
  std::vector<std::string> lines;
  std::vector<std::string_view> pieces;
};
[[nodiscard]] RedoText redo_pieces(Redo const& record);

/// `text` must be exactly one whole record.
[[nodiscard]] std::optional<Redo> parse_redo(std::string_view text);

struct RedoHead {
  Redo record;         ///< without its changes
  std::uint64_t bytes; ///< of the whole record
};

/// The head of the record that begins with these bytes.
[[nodiscard]] std::optional<RedoHead> parse_redo_head(std::string_view start);

/// The tail of the record that ends with these bytes.
[[nodiscard]] std::optional<RedoTail> parse_redo_tail(std::string_view end);

} // namespace artifactd
