// Compares texts without regard to case or spacing. Case folding maps one character to one character and does
// not depend on the locale, so that stored values are the same on every machine. It covers ASCII, Latin-1,
// Latin Extended-A and Additional, modern Greek, Cyrillic, Armenian and full-width letters. Other characters,
// and bytes that are not UTF-8, are unchanged; nothing is normalised.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace artifactd::turn {

/// Folds case (approximately to lower case), trims white space at both ends, and replaces each inner run of
/// it with one blank.
[[nodiscard]] std::string loosely(std::string_view text);

/// Whether `word` occurs in `text` as a whole word: if it begins or ends with a letter or digit, no letter or
/// digit of a script that separates words may be next to it. Both are case folded. An empty word has no
/// match.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word) noexcept;

} // namespace artifactd::turn
