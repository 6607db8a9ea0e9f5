// Proves in one pass that a JSON text is strict (RFC 8259, no BOM, UTF-8, no lone surrogates) and records
// where the members of its top-level object are. Nothing is converted: numbers, escapes and white space stay
// bytes. Reaches several GB/s with AVX-512 or AVX2, chosen at run time; a portable path gives the same
// verdicts. Memory: O(members + depth).
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::json {

/// Half-open byte range in the scanned text.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
  bool operator==(Range const&) const = default;
};

struct Member {
  Range key;   ///< with its quotes, as written
  Range value; ///< without surrounding white space
  bool operator==(Member const&) const = default;
};

enum class Type : std::uint8_t { object, array, string, number, boolean, null };

struct Document {
  Type type = Type::null;
  Range root;                  ///< without surrounding white space
  std::vector<Member> members; ///< of the root if it is an object, in order; duplicates included
  bool operator==(Document const&) const = default;
};

/// What is wrong with a text.
enum class Breach : std::uint8_t {
  empty,             ///< nothing but white space
  byte_order_mark,   ///< UTF-8 BOM
  not_utf8,          ///< includes UTF-16 and UTF-32 texts
  unexpected,        ///< a character no value, key, comma or bracket may start with here
  truncated,         ///< the text ends inside a value
  bad_number,        ///< 01, +1, .5, 1., 0x10; NaN is `unexpected`
  bad_literal,       ///< tru,]  nulL  True
  bad_escape,        ///< \x, \u12
  lone_surrogate,    ///< \ud800 without its partner
  control_character, ///< a raw byte below 0x20 inside a string
  trailing_data,     ///< something after the document
  too_deep,          ///< more open brackets than allowed
};

/// The text before `byte` can be continued to a valid document, the text through it cannot. A malformed
/// escape, surrogate or UTF-8 sequence is reported at its first byte, `empty` and `truncated` at the end.
struct Broken {
  Breach breach;
  std::size_t byte;
  bool operator==(Broken const&) const = default;
};

struct Limits {
  unsigned depth = 256; ///< open brackets allowed at once; jq, the readers' tool, stops at 256
};

/// Accepts any size that fits in memory. Never recurses.
[[nodiscard]] std::expected<Document, Broken> scan(std::string_view text, Limits limits = {});

/// The same, using only the portable code.
[[nodiscard]] std::expected<Document, Broken> scan_portable(std::string_view text, Limits limits = {});

} // namespace artifactd::json
