// The repairs of almost-JSON that are safe to make: each removes or rewrites something that can be read in
// only one way, and only remarks are lost. Repaired are: a byte order mark; one code fence, or prose, around
// the one value; trailing commas; comments; raw control characters in strings; Python's constants.
//
// Nothing is completed or guessed: no quote, colon, comma or bracket is inserted, no bare word, single quote,
// NaN or odd number is interpreted, no duplicate key is chosen, no two documents are joined. All or nothing:
// the result is strict JSON without duplicate keys, or there is no proposal. A truncation may be
// undetectable, so do not call this if a writer was stopped early.
#pragma once

#include "state/json/scan.hpp"
#include "state/platform/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::json {

/// Longer texts are not examined.
inline constexpr std::size_t longest_repairable = 16 << 20;
/// A text that needs more repairs than this was not meant to be JSON.
inline constexpr std::size_t most_repairs = 10'000;

/// One change of a text. Bytes and positions refer to the original text.
struct TextRepair {
  enum class What : std::uint8_t {
    byte_order_mark,
    fence,             ///< the opening or the closing line of a Markdown code fence
    prose,             ///< everything written before the value, or after it
    trailing_comma,    ///< before a closing bracket
    comment,           ///< `// …` without its line break, `/* … */`
    control_character, ///< raw in a string; never a NUL, which is a hole in the file
    python_constant,   ///< None, True or False inside an object or array
  };

  What what;
  std::size_t byte;   ///< where it begins
  std::size_t size;   ///< how many bytes it replaces
  std::string put;    ///< the replacement; usually empty
  std::string found;  ///< the original text, printable and shortened; for a comma, the bracket after it
  std::size_t line;   ///< 1-based
  std::size_t column; ///< 1-based, in characters
};

struct Repaired {
  std::string text;                ///< strict; every byte outside the repairs is unchanged
  std::vector<TextRepair> repairs; ///< in text order; empty for a text that was already strict
};

/// Fault::invalid says what prevents strict JSON, and where, after all safe repairs; Fault::too_large if the
/// text or the number of repairs exceeds the limits above. Linear time, except for sorting the keys of an
/// object; never recurses.
[[nodiscard]] Result<Repaired> repair(std::string_view text, Limits limits = {});

/// For people: "line 3, column 14: the trailing comma before '}' is removed".
[[nodiscard]] std::string sentence(TextRepair const& repair);

} // namespace artifactd::json
