// Numbers as JavaScript prints and reads them (ECMA-262: Number::toString, StringToNumber, parseFloat).
// Independent of the locale.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::game {

/// "3", "0.1", "1e+21", "-Infinity", "NaN"; "0" for negative zero.
[[nodiscard]] std::string number_text(double number);

/// The result of Number(text): white space around the number is allowed, an empty text is 0, prefixes 0x, 0o
/// and 0b are known, and any text that is not one number from end to end is NaN.
[[nodiscard]] double text_number(std::string_view text);

/// The result of parseFloat(text): the longest number at the start of the text, NaN if there is none.
[[nodiscard]] double leading_number(std::string_view text);

} // namespace artifactd::game
