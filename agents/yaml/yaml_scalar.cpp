#include "agents/yaml/yaml_scalar.hpp"

#include <array>
#include <charconv>
#include <re2/re2.h>

namespace artifactd::extraction {

namespace {

/// The scalar forms of one YAML version.
struct Forms {
  re2::RE2 null;
  re2::RE2 boolean;
  re2::RE2 integer;
  re2::RE2 floating;
  re2::RE2 other; ///< types the core schema does not have
};

/// https://yaml.org/spec/1.2.2/#103-core-schema
Forms const& version_1_2() {
  static Forms const forms{
      .null{R"(null|Null|NULL|~|)"},
      .boolean{R"(true|True|TRUE|false|False|FALSE)"},
      .integer{R"([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)"},
      .floating{
          R"([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))"},
      .other{R"([^\x00-\x{10FFFF}])"},
  };
  return forms;
}

/// https://yaml.org/type/ as its readers implement it: PyYAML's numbers, the specification's y and n.
Forms const& version_1_1() {
  static Forms const forms{
      .null{R"(null|Null|NULL|~|)"},
      .boolean{R"(y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)"},
      .integer{R"([-+]?(0b[01_]+|0[0-7_]+|0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(:[0-5]?[0-9])+))"},
      .floating{R"([-+]?([0-9][0-9_]*\.[0-9_]*([eE][-+][0-9]+)?|\.[0-9][0-9_]*([eE][-+][0-9]+)?|)"
                R"([0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*|\.(inf|Inf|INF))|\.(nan|NaN|NAN))"},
      .other{R"(<<|=|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt]|[ \t]+)[0-9]{1,2}:)"
             R"([0-9]{2}:[0-9]{2}(\.[0-9]*)?([ \t]*(Z|[-+][0-9]{1,2}(:?[0-9]{2})?))?)"},
  };
  return forms;
}

ScalarType type_in(Forms const& forms, std::string_view text) {
  re2::StringPiece const piece(text.data(), text.size());
  if (re2::RE2::FullMatch(piece, forms.null)) return ScalarType::null;
  if (re2::RE2::FullMatch(piece, forms.boolean)) return ScalarType::boolean;
  if (re2::RE2::FullMatch(piece, forms.integer)) return ScalarType::integer;
  if (re2::RE2::FullMatch(piece, forms.floating)) return ScalarType::floating;
  if (re2::RE2::FullMatch(piece, forms.other)) return ScalarType::ambiguous;
  return ScalarType::string;
}

std::string_view unsigned_part(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text;
}

} // namespace

ScalarType plain_type(std::string_view text) {
  auto const type = type_in(version_1_2(), text);
  if (type != type_in(version_1_1(), text)) return ScalarType::ambiguous;
  // Both versions call it an integer, but only one reads it as octal.
  auto const digits = unsigned_part(text);
  bool const octal = digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
  return type == ScalarType::integer && octal ? ScalarType::ambiguous : type;
}

bool is_word(std::string_view text) {
  return plain_type(text) == ScalarType::ambiguous &&
         re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), version_1_1().boolean);
}

std::optional<std::int64_t> integer_value(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0o")) {
    base = text[1] == 'x' ? 16 : 8;
    text.remove_prefix(2);
  }
  std::int64_t value = 0;
  auto const* end = text.data() + text.size();
  auto const [stop, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::string_view type_words(ScalarType type) noexcept {
  constexpr std::array<std::string_view, 6> words = {
      "null",     "a boolean", "an integer",
      "a number", "a string",  "a word that YAML 1.1 and 1.2 read differently"};
  return words[static_cast<std::size_t>(type)];
}

} // namespace artifactd::extraction
