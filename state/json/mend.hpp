// The repairs of almost-JSON that are safe to make: each takes away or rewrites what cannot be read in two
// ways, and nothing is lost but remarks. A byte order mark; one code fence, or prose, around the one value;
// trailing commas; comments; raw control characters in strings; Python's constants.
//
// Nothing is ever completed or guessed: no quote, colon, comma or bracket is put in, no bare word, single
// quote, NaN or odd number is read, no duplicate key chosen, no two documents joined. All or nothing: what
// comes out is strict JSON without duplicate keys, or there is no proposal. A text may be cut off where
// nobody sees it, so whoever knows that a writer was stopped early does not ask.
#pragma once

#include "state/json/scan.hpp"
#include "state/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::json {

/// A longer text is not looked at.
inline constexpr std::size_t longest_mendable = 16 << 20;
/// A text that needs more than these was not meant to be JSON.
inline constexpr std::size_t most_mendings = 10'000;

/// One change of a text. Bytes and positions are those of the text as it was.
struct Mending {
  enum class What : std::uint8_t {
    byte_order_mark,
    fence,             ///< the opening or the closing line of a Markdown code fence
    prose,             ///< all that is written before the value, or behind it
    trailing_comma,    ///< before a closing bracket
    comment,           ///< `// …` without its line break, `/* … */`
    control_character, ///< raw in a string; a NUL is none of them but a hole in a file
    python_constant,   ///< None, True or False inside an object or array
  };

  What what;
  std::size_t byte;   ///< where it begins
  std::size_t size;   ///< how many bytes it replaces
  std::string put;    ///< by what; mostly nothing
  std::string found;  ///< what stood there, printable and shortened; of a comma, the bracket behind it
  std::size_t line;   ///< 1-based
  std::size_t column; ///< 1-based, in characters
};

struct Mended {
  std::string text;              ///< strict; every byte outside the mendings as it was
  std::vector<Mending> mendings; ///< in the order of the text; none for a text that was strict already
};

/// Fault::invalid says where and what stands in the way of strict JSON once everything safe is done;
/// too_large is for a text or a number of mendings beyond the limits above. Linear in time, but for sorting
/// the keys of an object; never recurses.
[[nodiscard]] Result<Mended> mend(std::string_view text, Limits limits = {});

/// For people: "line 3, column 14: the trailing comma before '}' is removed".
[[nodiscard]] std::string sentence(Mending const& mending);

} // namespace artifactd::json
