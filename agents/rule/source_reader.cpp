#include "agents/rule/source_reader.hpp"

#include "agents/rule/known_words.hpp"
#include "agents/rule/rule_keys.hpp"
#include "agents/rule/typography.hpp"
#include "agents/yaml/yaml_scalar.hpp"
#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <limits>
#include <re2/re2.h>

namespace artifactd::extraction {

namespace {

constexpr std::string_view sources = "one of \"segment(N)\", \"filename\", \"full_path\", \"rel_path\"";
constexpr std::string_view counting = "segment(-1) is the file name, segment(-2) its folder";

/// Names of parts of a path in other languages, in lower case.
constexpr std::array<KnownWords, 4> source_synonyms = {{
    {"segment(-2)", " parent dirname folder directory "},
    {"segment(-3)", " grandparent "},
    {"filename", " basename name stem "},
    {"full_path", " path "},
}};

std::optional<Source> parse_source(std::string const& text) {
  static re2::RE2 const segment(R"(segment\((-?[0-9]+)\))");
  std::string number;
  if (re2::RE2::FullMatch(text, segment, &number)) {
    auto const index = integer_value(number);
    return Source{SourceKind::segment, index.value_or(std::numeric_limits<std::int64_t>::max())};
  }
  if (text == "filename") return Source{SourceKind::filename};
  if (text == "full_path") return Source{SourceKind::full_path};
  if (text == "rel_path") return Source{SourceKind::rel_path};
  return std::nullopt;
}

/// The segment meant by `parent(N)`: 1 is the file's folder. Python's `parents[N]` begins with 0.
std::optional<int> parent_segment(std::string const& text) {
  static re2::RE2 const parent(
      R"((?i)(?:path\.)?(parents?|ancestor|up)\s*[(\[{ ]?\s*-?([0-9]{1,4})\s*[)\]}]?)");
  std::string word;
  int count = 0;
  if (!re2::RE2::FullMatch(text, parent, &word, &count)) return std::nullopt;
  bool const from_zero = word.back() == 's' || word.back() == 'S' || count == 0;
  return -(count + (from_zero ? 2 : 1));
}

std::string source_hint(std::string const& text) {
  static re2::RE2 const numbered(R"([^0-9]*?(-?[0-9]{1,9})\s*[)\]}]?)");
  static std::array<std::string, 4> const words{"segment(-1)", "filename", "full_path", "rel_path"};
  if (auto hint = typographic_hint(text); !hint.empty()) return hint;
  if (auto const index = parent_segment(text))
    return fmt::format("Did you mean \"segment({})\"? {}, segment(-3) the folder above that.", *index,
                       counting);
  std::string number;
  if (re2::RE2::FullMatch(text, numbered, &number))
    return fmt::format("Did you mean \"segment({})\"? {}.", number, counting);
  auto const synonym =
      std::ranges::find_if(source_synonyms, [&](KnownWords const& each) { return has_word(each, text); });
  auto const meant = synonym == source_synonyms.end() ? nearest(text, words) : std::string(synonym->name);
  if (!meant.empty()) return fmt::format("Did you mean \"{}\"? {}.", meant, counting);
  return fmt::format("{}, segment(0) the first folder of the path.", counting);
}

} // namespace

std::optional<Source> read_source(RuleFaults& faults, RulePart const& definition) {
  auto const part = member(faults, definition, "from");
  if (!part) {
    faults.missing(definition, "from", std::string(sources),
                   "Say which part of the path the value comes from.");
    return std::nullopt;
  }
  auto const text = string_of(faults, *part, sources);
  if (!text) return std::nullopt;
  auto const source = parse_source(*text);
  if (!source) faults.wrong(*part, std::string(sources), source_hint(*text));
  return source;
}

} // namespace artifactd::extraction
