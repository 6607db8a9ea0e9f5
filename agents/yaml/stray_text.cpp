#include "agents/yaml/stray_text.hpp"

#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <re2/re2.h>

namespace artifactd::extraction {

namespace {

constexpr std::array<std::string_view, 11> words_of_rules = {"version", "name",      "glob",   "extract",
                                                             "tag",     "priority",  "from",   "pattern",
                                                             "type",    "normalize", "default"};

/// Latin or any other script; a list in a text may begin with digits.
bool begins_a_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

} // namespace

bool is_prose(std::string_view line) {
  if (line.empty()) return false;
  // Markdown: emphasis, an item or code, but not a fence.
  if (line.front() == '*' || line.front() == '`') return !line.starts_with("```");
  bool const item = line.starts_with("- ");
  if (item) line = trimmed(line.substr(2));
  if (line.empty() || !begins_a_word(line.front()) || (item && line.contains(':'))) return false;
  auto const before_colon = trimmed(line.substr(0, line.find_first_of(":#")));
  auto const first_end = before_colon.find(' ');
  if (first_end == std::string_view::npos) return false; // one word: a key, perhaps without its colon
  return std::ranges::find(words_of_rules, before_colon.substr(0, first_end)) == words_of_rules.end();
}

std::string written_line_breaks_hint(std::string_view text) {
  static re2::RE2 const written(R"(\\n\s*["']?(?:version|name|glob|extract|tag|priority|from|pattern|type|)"
                                R"(normalize|default)["']?\s*:)");
  if (!re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), written)) return {};
  return R"(The line breaks are written as the two characters \n. Write real ones, one "key: value" per line.)";
}

} // namespace artifactd::extraction
