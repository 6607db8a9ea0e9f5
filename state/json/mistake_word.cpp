#include "state/json/mistake.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::json {

namespace {

struct Foreign {
  std::string_view word; ///< in lower case
  std::string_view cure;
};

constexpr std::string_view no_such_number = "JSON has no such number: write null, or the word as a string.";
constexpr std::string_view write_null = "Write null.";

constexpr std::array foreign_words = {
    Foreign{"nan", no_such_number},
    Foreign{"-nan", no_such_number},
    Foreign{"infinity", no_such_number},
    Foreign{"-infinity", no_such_number},
    Foreign{"+infinity", no_such_number},
    Foreign{"inf", no_such_number},
    Foreign{"-inf", no_such_number},
    Foreign{"+inf", no_such_number},
    Foreign{"undefined", write_null},
    Foreign{"none", write_null},
    Foreign{"nil", write_null},
    Foreign{"null", write_null},
    Foreign{"na", write_null},
    Foreign{"true", "Write true."},
    Foreign{"false", "Write false."},
    Foreign{"yes", "Write true."},
    Foreign{"no", "Write false."},
};

std::string lower(std::string_view word) {
  std::string text(word);
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  return text;
}

bool value_may_begin(Expect expect) noexcept {
  return expect == Expect::value || expect == Expect::value_or_close || expect == Expect::document;
}

bool key_may_begin(Expect expect) noexcept {
  return expect == Expect::key || expect == Expect::key_or_close;
}

std::optional<Mistake> foreign_word(Scene const& scene) {
  std::string_view const word = word_at(scene.text.substr(scene.word_begin()));
  bool const value = value_may_begin(scene.place.expect) || scene.broken.breach != Breach::unexpected;
  if (word.empty() || word.size() > 16 || !value) return std::nullopt;
  auto const found = std::ranges::find(foreign_words, lower(word), &Foreign::word);
  if (found == foreign_words.end()) return std::nullopt;
  return Mistake{fmt::format("{} is not a JSON value", shown_token(word)), std::string(found->cure)};
}

std::optional<Mistake> foreign_quote(Scene const& scene) {
  constexpr std::array smart = {std::string_view("“"), std::string_view("”"), std::string_view("„"),
                                std::string_view("‘"), std::string_view("’"), std::string_view("«"),
                                std::string_view("＂")};
  std::string_view const rest = scene.rest();
  std::string const cure = "Write keys and strings in plain double quotes: \"…\".";
  if (rest.starts_with('\'')) return Mistake{"there is a single quote where a double quote belongs", cure};
  if (rest.starts_with('`')) return Mistake{"there is a backtick where a double quote belongs", cure};
  for (std::string_view const quote : smart) {
    if (rest.starts_with(quote)) {
      return Mistake{fmt::format("there is a typographic quote {} where a plain one belongs", quote), cure};
    }
  }
  return std::nullopt;
}

std::optional<Mistake> bare_key(Scene const& scene) {
  std::string_view const word = word_at(scene.rest());
  if (word.empty() || !key_may_begin(scene.place.expect)) return std::nullopt;
  std::string const shown = shown_token(word);
  return Mistake{fmt::format("the key {} is not in quotes", shown),
                 fmt::format("Put the key in double quotes: \"{}\".",
                             std::string_view(shown).substr(1, shown.size() - 2))};
}

std::optional<Mistake> bare_string(Scene const& scene) {
  std::string_view const word = word_at(scene.rest());
  if (word.empty() || !value_may_begin(scene.place.expect) || is_digit(word.front())) return std::nullopt;
  if (scene.broken.breach != Breach::unexpected || word.front() == '+' || word.front() == '.')
    return std::nullopt;
  return Mistake{fmt::format("{} is not a JSON value", shown_token(word)),
                 "If it is text, put it in double quotes."};
}

std::optional<Mistake> misspelt_literal(Scene const& scene) {
  if (scene.broken.breach != Breach::bad_literal) return std::nullopt;
  return Mistake{fmt::format("{} is not a JSON value", shown_run(scene.text.substr(scene.word_begin()))),
                 "Write true, false or null; if it is text, put it in double quotes."};
}

} // namespace

std::optional<Mistake> word_mistake(Scene const& scene) {
  if (scene.broken.breach != Breach::unexpected && scene.broken.breach != Breach::bad_literal &&
      scene.broken.breach != Breach::bad_number) {
    return std::nullopt;
  }
  if (auto mistake = foreign_word(scene)) return mistake;
  if (auto mistake = misspelt_literal(scene)) return mistake;
  if (scene.broken.breach == Breach::bad_number) return std::nullopt;
  if (auto mistake = foreign_quote(scene)) return mistake;
  if (auto mistake = bare_key(scene)) return mistake;
  return bare_string(scene);
}

} // namespace artifactd::json
