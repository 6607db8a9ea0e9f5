#include "state/json/mistake.hpp"

#include <fmt/core.h>

namespace artifactd::json {

namespace {

std::optional<Mistake> fence(Scene const& scene) {
  if (!scene.rest().starts_with("```") && !scene.rest().starts_with("~~~")) return std::nullopt;
  if (scene.place.expect == Expect::document) {
    return Mistake{"the JSON is wrapped in a Markdown code fence",
                   fmt::format("Remove the line with {0} before the JSON and the {0} after it.",
                               scene.rest().substr(0, 3))};
  }
  return Mistake{"there is a Markdown code fence in the JSON",
                 fmt::format("Remove the line with {}.", scene.rest().substr(0, 3))};
}

std::optional<Mistake> comment(Scene const& scene) {
  std::string_view const rest = scene.rest();
  for (std::string_view const opener : {"//", "/*", "#", "<!--"}) {
    if (!rest.starts_with(opener)) continue;
    return Mistake{fmt::format("a comment begins with '{}'", opener),
                   "Remove the comment: JSON has none. Put what must be kept into a string member."};
  }
  return std::nullopt;
}

std::optional<Mistake> ellipsis(Scene const& scene) {
  std::string_view const rest = scene.rest();
  if (!rest.starts_with("...") && !rest.starts_with("…")) return std::nullopt;
  return Mistake{"there is an ellipsis where content should be",
                 "Write everything out; nothing may be left out or abbreviated."};
}

std::optional<Mistake> placeholder(Scene const& scene) {
  std::string_view const rest = scene.rest();
  bool const in_brace = scene.before().ends_with('{');
  if (rest.starts_with("${") || (in_brace && rest.starts_with('%'))) {
    return Mistake{"a template placeholder was not filled in", "Replace it with the value itself."};
  }
  if (in_brace && rest.starts_with('{')) {
    return Mistake{"there are two opening braces in a row",
                   "Remove one of each pair, or replace the template placeholder with its value."};
  }
  if (!rest.starts_with('<')) return std::nullopt;
  return Mistake{"there is a placeholder in angle brackets where a value should be",
                 "Replace it with the value itself."};
}

std::optional<Mistake> escaped_twice(Scene const& scene) {
  if (scene.byte() != '\\') return std::nullopt;
  return Mistake{"there is a backslash outside a string",
                 "The JSON seems to have been escaped as if it were a string: write \" and line breaks, not "
                 "\\\" and \\n."};
}

std::optional<Mistake> odd_space(Scene const& scene) {
  struct Odd {
    std::string_view bytes;
    std::string_view name;
  };
  constexpr Odd odd[] = {{"\u00a0", "a non-breaking space (U+00A0)"},
                         {"\u200b", "a zero-width space (U+200B)"},
                         {"\ufeff", "a byte order mark (U+FEFF)"},
                         {"\u3000", "an ideographic space (U+3000)"},
                         {"\u2028", "a line separator (U+2028)"},
                         {"\u202f", "a narrow space (U+202F)"},
                         {"\u2003", "an em space (U+2003)"},
                         {"\u2009", "a thin space (U+2009)"},
                         {"\u2060", "a word joiner (U+2060)"},
                         {"\f", "a form feed"},
                         {"\v", "a vertical tab"}};
  for (Odd const& space : odd) {
    if (!scene.rest().starts_with(space.bytes)) continue;
    return Mistake{fmt::format("there is {} between the tokens", space.name),
                   "Use plain spaces and line breaks only."};
  }
  return std::nullopt;
}

std::optional<Mistake> full_width_mark(Scene const& scene) {
  struct Mark {
    std::string_view bytes;
    char plain;
  };
  constexpr Mark marks[] = {{"，", ','}, {"、", ','}, {"：", ':'}, {"｛", '{'},
                            {"｝", '}'}, {"［", '['}, {"］", ']'}, {"；", ','}};
  for (Mark const& mark : marks) {
    if (!scene.rest().starts_with(mark.bytes)) continue;
    return Mistake{fmt::format("'{}' is not the character JSON uses", mark.bytes),
                   fmt::format("Write '{}'.", mark.plain)};
  }
  return std::nullopt;
}

} // namespace

std::optional<Mistake> decoration_mistake(Scene const& scene) {
  if (scene.broken.breach != Breach::unexpected && scene.broken.breach != Breach::trailing_data &&
      scene.broken.breach != Breach::bad_number) {
    return std::nullopt;
  }
  for (Recogniser* const recognise :
       {&fence, &comment, &ellipsis, &placeholder, &escaped_twice, &odd_space, &full_width_mark}) {
    if (auto mistake = recognise(scene)) return mistake;
  }
  return std::nullopt;
}

} // namespace artifactd::json
