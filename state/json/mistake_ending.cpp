#include "state/json/mistake.hpp"
#include "state/json/scalar.hpp"
#include "state/json/walk.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ranges>

namespace artifactd::json {

namespace {

constexpr std::size_t innermost_named = 3;

/// "the '{' of line 1, 7 more, the '[' of line 3 and the string of line 9": the outermost and the innermost.
std::string still_open(Scene const& scene) {
  std::vector<OpenBracket> const& open = scene.place.open;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (i == 0 || i + innermost_named >= open.size()) {
      parts.push_back(fmt::format("the '{}' of line {}", open[i].bracket, scene.line_of(open[i].byte)));
    } else if (i == 1) {
      parts.push_back(fmt::format("{} more", open.size() - 1 - innermost_named));
    }
  }
  if (scene.place.in_string)
    parts.push_back(fmt::format("the string of line {}", scene.line_of(*scene.place.token)));
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

std::string closers(Scene const& scene) {
  std::string text = scene.place.in_string ? "\"" : "";
  for (auto const& open : std::views::reverse(scene.place.open))
    text += open.bracket == '{' ? '}' : ']';
  constexpr std::size_t longest = 20;
  if (text.size() > longest) text.replace(longest, std::string::npos, "…");
  return text;
}

constexpr auto one_per_line = "Each line holds one whole object, with nothing after it.";

std::string write_again(Scene const& scene) {
  return fmt::format("Write the whole {} again.", scene.whole());
}

Mistake truncated(Scene const& scene) {
  std::string const open = still_open(scene);
  if (open.empty()) return {"the text ends in the middle of a value", write_again(scene)};
  std::string const message =
      fmt::format("the text ends while {} {} open", open,
                  scene.place.open.size() + (scene.place.in_string ? 1 : 0) > 1 ? "are" : "is");
  if (scene.origin.source == Source::line)
    return {message, fmt::format("{} An object cannot go on in the next line.", one_per_line)};
  bool const ends_with_value = !scene.place.in_string && (scene.previous() == '}' || scene.previous() == ']');
  if (ends_with_value)
    return {message, fmt::format("Close what is open: {} is missing at the end, or a bracket further up.",
                                 closers(scene))};
  auto const cut = "The output was cut off. " + write_again(scene);
  if (scene.origin.source == Source::reply) return {message, cut + " If it is long, use fewer words."};
  return {message, cut + " If it is long, split it into several files."};
}

std::string for_second_document(Source source) {
  switch (source) {
  case Source::file:
    return "One file holds one JSON object: put both into one, or into two files.";
  case Source::line:
    return fmt::format("Begin a new line before it. {}", one_per_line);
  case Source::reply:
    break;
  }
  return "A reply is one JSON object: put both into one.";
}

Mistake trailing(Scene const& scene) {
  std::string_view const rest = scene.rest();
  auto const zero = [](char c) { return c == '\0'; };
  if (std::ranges::all_of(rest, zero)) {
    return {fmt::format("{} {} the document", how_many(rest.size(), "NUL byte"),
                        rest.size() == 1 ? "follows" : "follow"),
            fmt::format("The {} was not written completely. {}", scene.whole(), write_again(scene))};
  }
  if (rest.starts_with('}') || rest.starts_with(']')) {
    return {fmt::format("a '{}' closes nothing", rest.front()), "Remove it, or open what it should close."};
  }
  if (rest.starts_with(',')) {
    if (scene.origin.source == Source::line)
      return {"a comma follows the object", fmt::format("Remove it. {}", one_per_line)};
    return {"a comma follows the document",
            fmt::format("Remove it; several values in one {} need one object around them.", scene.whole())};
  }
  if (rest.starts_with(';')) return {"a semicolon follows the document", "Remove it."};
  if (rest.starts_with('{') || rest.starts_with('[') || rest.starts_with('"')) {
    return {"a second document follows the first", for_second_document(scene.origin.source)};
  }
  return {"something follows the document", "Remove everything after the JSON."};
}

} // namespace

std::optional<Mistake> ending_mistake(Scene const& scene) {
  switch (scene.broken.breach) {
  case Breach::truncated:
    return truncated(scene);
  case Breach::trailing_data:
    return trailing(scene);
  default:
    return std::nullopt;
  }
}

} // namespace artifactd::json
