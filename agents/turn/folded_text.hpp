// Texts compared without regard to case or spacing. Case is folded one character to one character, by rules
// of our own and not by the machine's locale, so that what is stored is the same everywhere: ASCII, Latin-1,
// Latin Extended-A and Additional, modern Greek, Cyrillic, Armenian and full-width letters. Others, and bytes
// that are not UTF-8, stay as they are; nothing is normalised.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace artifactd::turn {

/// In lower case, roughly.
[[nodiscard]] std::string case_folded(std::string_view text);

/// Case folded, without white space at either end, and one blank for each run of it inside.
[[nodiscard]] std::string loosely(std::string_view text);

/// Whether `word` occurs in `text` as a whole word: where it begins or ends with a letter or digit, none of a
/// script that separates its words stands next to it. Both are case folded. An empty word occurs nowhere.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word) noexcept;

} // namespace artifactd::turn
