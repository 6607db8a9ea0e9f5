// What a JSON reader knows at one byte of a text: where it is in the document, which brackets are open and
// what the grammar allows next. Meant for texts that break at that byte; reads only what is before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::json {

enum class Expect : std::uint8_t {
  document,              ///< nothing has begun yet
  value,                 ///< after a colon, or after a comma in an array
  value_or_close,        ///< right after '['
  key,                   ///< after a comma in an object
  key_or_close,          ///< right after '{'
  colon,                 ///< after a key
  comma_or_close_object, ///< after a member
  comma_or_close_array,  ///< after an element
  end,                   ///< after the document
};

/// "',' or '}'"
[[nodiscard]] std::string_view words_for(Expect expect) noexcept;

struct OpenBracket {
  char bracket;
  std::size_t byte;
};

struct Place {
  std::string pointer; ///< RFC 6901, of the innermost value begun; of the container if none has begun in it
  Expect expect = Expect::document;
  std::vector<OpenBracket> open;    ///< outermost first
  std::optional<std::size_t> token; ///< start of the last token before the byte
  bool in_string = false;
};

[[nodiscard]] Place place_at(std::string_view text, std::size_t byte);

/// The pointers of several bytes, given in ascending order, in one walk.
[[nodiscard]] std::vector<std::string> pointers_at(std::string_view text,
                                                   std::vector<std::size_t> const& bytes);

/// One step of a pointer: "/key" with '~' and '/' escaped.
[[nodiscard]] std::string pointer_step(std::string_view key);

} // namespace artifactd::json
