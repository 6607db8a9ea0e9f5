// The mistakes people and models make when they write JSON, recognised at the byte where the grammar breaks.
// Each group handles one family and answers only if it is sure; the first answer counts.
#pragma once

#include "state/json/diagnose.hpp"
#include "state/json/place.hpp"
#include "state/json/scan.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace artifactd::json {

/// A broken text as the recognisers see it.
struct Scene {
  std::string_view text;
  Broken broken;
  Place place;
  Origin origin = {};

  /// "file", "line" or "reply"
  [[nodiscard]] std::string_view whole() const;
  [[nodiscard]] std::string_view rest() const { return text.substr(broken.byte); }
  [[nodiscard]] std::string_view before() const { return text.substr(0, broken.byte); }
  /// The byte that breaks the grammar; NUL at the end of the text.
  [[nodiscard]] char byte() const { return broken.byte < text.size() ? text[broken.byte] : '\0'; }
  /// The last byte before the break that is not white space; NUL if there is none.
  [[nodiscard]] char previous() const;
  /// The start of the word that contains the break: a number or literal breaks in its middle.
  [[nodiscard]] std::size_t word_begin() const;
  [[nodiscard]] std::size_t line_of(std::size_t at) const;
};

struct Mistake {
  std::string message; ///< what is wrong, in a phrase
  std::string hint;    ///< the remedy
};

using Recogniser = std::optional<Mistake>(Scene const&);

Recogniser container_mistake;  ///< not JSON at all: compressed, another encoding, HTML, YAML, prose round it
Recogniser decoration_mistake; ///< JSON with something around or between: code fences, comments, ellipses
Recogniser word_mistake;       ///< a word or quote of another language: NaN, None, 'single quotes', bare keys
Recogniser structure_mistake;  ///< commas, colons and brackets
Recogniser string_mistake;     ///< escapes, surrogates and control characters
Recogniser number_mistake;     ///< numbers in forms JSON does not have
Recogniser ending_mistake;     ///< a text that ends too early or goes on too long

/// The string, word or character that begins at the front of `text`, in a form that can be shown.
[[nodiscard]] std::string shown_token(std::string_view text);

/// `text` shortened without cutting a character in two, in a form that can be shown.
[[nodiscard]] std::string shortened(std::string_view text);

/// A key in double quotes, shortened, in a form that can be shown.
[[nodiscard]] std::string shown_key(std::string_view key);

/// Everything up to white space, a bracket, comma, colon or quote, in a form that can be shown.
[[nodiscard]] std::string shown_run(std::string_view text);

/// The letters, digits and the like at the front of `text`.
[[nodiscard]] std::string_view word_at(std::string_view text);

} // namespace artifactd::json
