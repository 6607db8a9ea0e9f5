#include "state/json/surroundings.hpp"

#include "state/json/scalar.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>

namespace artifactd::json {

namespace {

constexpr std::string_view line_breaks = "\r\n";

bool letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

/// No bracket, quote or notation mark, no fence, no ellipsis.
bool holds_no_value(std::string_view prose) {
  auto const control = [](char c) { return static_cast<unsigned char>(c) < 0x20 && !is_space(c); };
  return prose.find_first_of("{}[]\"<>=\\|") == prose.npos && std::ranges::none_of(prose, control) &&
         !prose.contains("```") && !prose.contains("~~~") && !prose.contains("...") && !prose.contains("…");
}

/// `items:` and `- score: 12` are YAML, whatever else they may be.
bool begins_with_label(std::string_view line) {
  auto const colon = line.find(':');
  if (colon == line.npos || (colon + 1 < line.size() && !is_space(line[colon + 1]))) return false;
  auto const mark = line.find_first_not_of("-*+ \t");
  return mark >= colon || line.substr(mark, colon - mark).find_first_of(" \t") == line.npos;
}

bool reads_as_sentence(std::string_view line) {
  if (line.starts_with('#') || begins_with_label(line)) return false;
  std::size_t words = 0;
  for (std::size_t at = 0; at < line.size() && words < 2;) {
    auto const end = std::min(line.find_first_of(" \t", at), line.size());
    if (std::ranges::any_of(line.substr(at, end - at), letter)) ++words;
    at = std::min(line.find_first_not_of(" \t", end), line.size());
  }
  return words == 2 || (words == 1 && std::string_view(".!?").contains(line.back()));
}

bool reads_as_prose(std::string_view side) {
  if (trimmed(side).empty() || !holds_no_value(side)) return false;
  while (!side.empty()) {
    auto const end = std::min(side.find_first_of(line_breaks), side.size());
    auto const line = trimmed(side.substr(0, end));
    if (!line.empty() && !reads_as_sentence(line)) return false;
    side.remove_prefix(std::min(end + 1, side.size()));
  }
  return true;
}

struct FenceLine {
  std::size_t at = 0;     ///< where the marks begin
  std::string_view marks; ///< three or more
  std::string_view info;  ///< what follows them
  std::size_t next = 0;   ///< where the next line begins
};

/// The first fence line of `kinds`, starting with the line at `at`.
std::optional<FenceLine> fence_line(std::string_view text, std::size_t at, std::string_view kinds) {
  while (at < text.size()) {
    auto const end = std::min(text.find('\n', at), text.size());
    auto const line = text.substr(at, end - at);
    auto const indent = line.find_first_not_of(' ');
    if (indent <= 3 && kinds.contains(line[indent])) {
      auto const length = std::min(line.find_first_not_of(line[indent], indent), line.size()) - indent;
      if (length >= 3)
        return FenceLine{.at = at + indent,
                         .marks = line.substr(indent, length),
                         .info = trimmed(line.substr(indent + length)),
                         .next = std::min(end + 1, text.size())};
    }
    at = end + 1;
  }
  return std::nullopt;
}

bool names_language(std::string_view info) noexcept {
  return std::ranges::all_of(
      info, [](char c) { return letter(c) || is_digit(c) || std::string_view("_+-.").contains(c); });
}

} // namespace

std::optional<Fence> fence_around(std::string_view text, std::size_t begin) {
  auto const opening = fence_line(text, begin, "`~");
  if (!opening || !names_language(opening->info)) return std::nullopt;
  auto const closing = fence_line(text, opening->next, opening->marks.substr(0, 1));
  if (!closing || closing->marks != opening->marks || !closing->info.empty()) return std::nullopt;
  if (!holds_no_value(text.substr(begin, opening->at - begin)) || !holds_no_value(text.substr(closing->next)))
    return std::nullopt;
  return Fence{.opening = {opening->at, opening->next},
               .closing = {closing->at, closing->at + closing->marks.size()}};
}

std::optional<std::size_t> value_behind_prose(std::string_view text, std::size_t begin) {
  auto const at = text.find_first_of("{[", begin);
  if (at == text.npos) return std::nullopt;
  auto const prose = text.substr(begin, at - begin);
  if (!reads_as_prose(prose)) return std::nullopt;
  auto const break_before = prose.find_last_of(line_breaks);
  if (break_before != prose.npos && trimmed(prose.substr(break_before)).empty()) return at;
  // In the middle of prose it may be a mention of a value, or something like "[1]" and "{}" that is not one.
  bool const one_line = trimmed(prose).find_first_of(line_breaks) == prose.npos;
  bool const introduced = is_space(prose.back()) && std::string_view(":.!").contains(trimmed(prose).back());
  auto const inside = text.find_first_not_of(" \t\r\n", at + 1);
  bool const has_members = text[at] == '{' && inside != text.npos && text[inside] == '"';
  return one_line && introduced && has_members ? std::optional(at) : std::nullopt;
}

bool prose_follows(std::string_view text, std::size_t end) {
  auto const at = text.find_first_not_of(" \t", end);
  return at != text.npos && line_breaks.contains(text[at]) && reads_as_prose(text.substr(at));
}

} // namespace artifactd::json
