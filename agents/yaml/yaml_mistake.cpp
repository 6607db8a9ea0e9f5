#include "agents/yaml/yaml_mistake.hpp"

#include "agents/yaml/stray_text.hpp"
#include "state/json/diagnose.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <optional>

namespace artifactd::extraction {

namespace {

struct Line {
  std::size_t number = 0;
  std::string_view text; ///< without its end
};

struct Scene {
  RawText raw;
  YamlBreak broken;
  Line line;    ///< where it stops
  Line context; ///< where what it was reading began

  [[nodiscard]] bool problem_says(std::string_view words) const { return broken.problem.contains(words); }
  [[nodiscard]] bool context_says(std::string_view words) const { return broken.context.contains(words); }
};

struct Mistake {
  std::string message;
  std::string expected;
  std::string hint;
};

Line line_of(std::string_view text, std::size_t byte) {
  byte = std::min(byte, text.size());
  std::size_t const begin = byte == 0 ? 0 : text.rfind('\n', byte - 1) + 1; // npos + 1 is 0
  std::size_t const end = std::min(text.find('\n', byte), text.size());
  return {json::position_of(text, byte).line, text.substr(begin, end - begin)};
}

std::string_view uncommented(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with('#')) return {};
  return trimmed(line.substr(0, line.find(" #")));
}

/// The text after the key of a line.
std::string_view value_on(std::string_view line) {
  auto const colon = line.find(':');
  return colon == std::string_view::npos ? trimmed(line) : trimmed(line.substr(colon + 1));
}

/// What the author of a line without a colon likely meant: "from segment(-1)" as "from: segment(-1)". Empty
/// for lines that have a colon or do not begin with a word.
std::string with_colon(std::string_view line) {
  auto const word = [](char c) {
    return c == '_' || c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  if (line.contains(':') || line.starts_with('-')) return {};
  auto const end = static_cast<std::size_t>(std::ranges::find_if_not(line, word) - line.begin());
  if (end == 0 || (end < line.size() && line[end] != ' ')) return {};
  return std::string(line.substr(0, end)) + ':' + std::string(line.substr(end));
}

/// The nearest line above `line` that is not blank.
std::optional<Line> line_above(Scene const& scene, Line line) {
  std::string_view const text = scene.raw.bytes;
  auto begin = static_cast<std::size_t>(line.text.data() - text.data());
  while (begin > 0) {
    line = line_of(text, begin - 1);
    if (!uncommented(line.text).empty()) return line;
    begin = static_cast<std::size_t>(line.text.data() - text.data());
  }
  return std::nullopt;
}

struct Colonless {
  std::size_t line;
  std::string meant;
};

/// The nearest line above the break, or above the context's position, that lacks the colon of a key.
std::optional<Colonless> line_without_colon(Scene const& scene) {
  if (auto meant = with_colon(uncommented(scene.context.text)); !meant.empty())
    return Colonless{scene.context.number, std::move(meant)};
  auto const above = line_above(scene, scene.line);
  if (!above) return std::nullopt;
  auto meant = with_colon(uncommented(above->text));
  return meant.empty() ? std::nullopt : std::optional(Colonless{above->number, std::move(meant)});
}

std::optional<Mistake> prose(Scene const& scene) {
  for (auto const& line :
       {std::optional(scene.context), std::optional(scene.line), line_above(scene, scene.line)}) {
    if (!line || !is_prose(line->text)) continue;
    return Mistake{"there is text around the YAML", "the YAML alone, or in a block of ```yaml",
                   fmt::format("Line {}, {}, is not part of it: remove such lines, or put the YAML between "
                               "a line ```yaml and a line ```.",
                               line->number, shown(line->text))};
  }
  return std::nullopt;
}

std::optional<Mistake> written_line_breaks(Scene const& scene) {
  auto hint = written_line_breaks_hint(scene.line.text);
  if (hint.empty()) return std::nullopt;
  return Mistake{"the line breaks are not real line breaks", "one key and one value on a line",
                 std::move(hint)};
}

std::optional<Mistake> tab(Scene const& scene) {
  auto const indent = scene.line.text.substr(0, scene.line.text.find_first_not_of(" \t"));
  if (!indent.contains('\t')) return std::nullopt;
  return Mistake{"a tab indents this line", "spaces",
                 "Indent with two spaces per level; YAML forbids tabs there."};
}

std::optional<Mistake> escape(Scene const& scene) {
  if (!scene.problem_says("escape")) return std::nullopt;
  return Mistake{"a backslash in double quotes begins an escape that YAML does not have",
                 R"(an escape such as \\ or \n, or single quotes)",
                 R"(Put the value in single quotes, where backslashes stay as they are: pattern: '\d{4}'.)"};
}

std::optional<Mistake> alias(Scene const& scene) {
  if (!scene.context_says("alias")) return std::nullopt;
  auto const value = value_on(uncommented(scene.line.text));
  return Mistake{"an unquoted * begins an alias", "a value in quotes", quoting_hint(value)};
}

std::optional<Mistake> missing_colon(Scene const& scene) {
  bool const fits = scene.problem_says("mapping values are not allowed") ||
                    scene.problem_says("did not find expected key") ||
                    scene.problem_says("could not find expected ':'");
  if (!fits) return std::nullopt;
  auto const found = line_without_colon(scene);
  if (!found) return std::nullopt;
  return Mistake{scene.broken.problem, "a colon after every key",
                 fmt::format("Line {} has no colon: write \"{}\".", found->line, shortened(found->meant))};
}

std::optional<Mistake> colon_in_value(Scene const& scene) {
  if (!scene.problem_says("mapping values are not allowed")) return std::nullopt;
  auto const value = value_on(uncommented(scene.line.text));
  if (!value.contains(':')) return std::nullopt;
  return Mistake{scene.broken.problem, "one key and one value on a line",
                 "The value contains a colon. " + quoting_hint(value)};
}

std::optional<Mistake> open_quote(Scene const& scene) {
  if (!scene.context_says("quoted scalar")) return std::nullopt;
  return Mistake{fmt::format("the quote opened on line {} is not closed", scene.context.number),
                 "a closing quote",
                 "Close it on the same line; a quote inside single quotes is written twice."};
}

std::optional<Mistake> opening_character(Scene const& scene) {
  for (Line const& line : {scene.line, scene.context}) {
    auto const value = value_on(uncommented(line.text));
    if (value.empty() || !std::string_view("[{}]@`%&!|>,").contains(value.front())) continue;
    return Mistake{fmt::format("the value on line {} begins with {}, which has a special meaning in YAML",
                               line.number, value.front()),
                   "a value in quotes", quoting_hint(value)};
  }
  return std::nullopt;
}

std::optional<Mistake> after_quote(Scene const& scene) {
  auto const value = value_on(uncommented(scene.line.text));
  if (value.empty() || (value.front() != '"' && value.front() != '\'')) return std::nullopt;
  if (value.size() > 1 && value.back() == value.front()) return std::nullopt;
  return Mistake{"something follows the closing quote", "the end of the line",
                 "Put the whole value in one pair of quotes; a quote inside single quotes is written twice."};
}

std::optional<Mistake> indentation(Scene const& scene) {
  if (!scene.problem_says("did not find expected")) return std::nullopt;
  return Mistake{scene.broken.problem, "the keys of one mapping at the same indentation",
                 "Check the indentation of this line and the one above: two spaces per level, never fewer."};
}

std::optional<Mistake> control_character(Scene const& scene) {
  if (!scene.problem_says("control characters")) return std::nullopt;
  return Mistake{"a control character", "printable text", "Remove it."};
}

Mistake mistake_in(Scene const& scene) {
  for (auto* const recognise :
       {&control_character, &written_line_breaks, &prose, &tab, &escape, &alias, &missing_colon,
        &colon_in_value, &open_quote, &opening_character, &after_quote, &indentation})
    if (auto mistake = recognise(scene)) return *std::move(mistake);
  return {scene.broken.problem, "YAML", "Write one \"key: value\" per line, values in quotes, nothing else."};
}

std::string found_at(std::string_view text, std::size_t byte) {
  auto rest = text.substr(std::min(byte, text.size()));
  rest = trimmed(rest.substr(0, std::min(rest.find('\n'), std::size_t{200})));
  if (rest.empty()) return byte >= text.size() ? "the end of the text" : "the end of the line";
  return shown(rest);
}

} // namespace

Finding describe(RawText const& raw, YamlBreak const& broken) {
  Scene const scene{raw, broken, line_of(raw.bytes, broken.byte), line_of(raw.bytes, broken.context_byte)};
  Mistake mistake = mistake_in(scene);
  // The fault is the alias as a whole, not the byte that shows it is invalid.
  std::size_t const byte = scene.context_says("alias") ? broken.context_byte : broken.byte;
  Finding finding{.code = "YAML_SYNTAX_ERROR",
                  .message = std::move(mistake.message),
                  .expected = std::move(mistake.expected),
                  .found = found_at(raw.bytes, byte),
                  .hint = std::move(mistake.hint)};
  locate(finding, raw, byte);
  return finding;
}

std::string quoting_hint(std::string_view value) {
  std::string doubled;
  for (char const c : value)
    doubled.append(c == '\'' ? 2 : 1, c);
  return fmt::format("Put the value in quotes: '{}'.", shortened(doubled));
}

} // namespace artifactd::extraction
