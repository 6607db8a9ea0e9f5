// Numbers as JavaScript prints and reads them (ECMA-262: Number::toString, StringToNumber, parseFloat). The
// locale has no say in it.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::game {

/// "3", "0.1", "1e+21", "-Infinity", "NaN"; of the negative zero "0".
[[nodiscard]] std::string number_text(double number);

/// What Number(text) gives: white space around the number is fine, nothing at all is 0, 0x, 0o and 0b are
/// known, and whatever else is not one number from end to end is NaN.
[[nodiscard]] double text_number(std::string_view text);

/// What parseFloat(text) gives: the longest number the text begins with, NaN where it begins with none.
[[nodiscard]] double leading_number(std::string_view text);

} // namespace artifactd::game
