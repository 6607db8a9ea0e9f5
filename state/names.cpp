#include "state/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <simdjson.h>

namespace artifactd {

namespace {

struct KindWord {
  Kind kind;
  std::string_view word;
};
constexpr std::array kind_words = {KindWord{Kind::kg, "kg"}, KindWord{Kind::rule, "rule"},
                                   KindWord{Kind::edit, "edit"}, KindWord{Kind::state, "state"}};

/// Words of kinds that are spoken for, served by this build or not: a name must not end like any of them.
constexpr std::array<std::string_view, 6> reserved_kind_words = {"kg",   "state",  "rule",
                                                                 "edit", "report", "turn"};

constexpr std::size_t longest_name = 64;

bool alphanumeric(char c) noexcept {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool remove_suffix(std::string_view& text, std::string_view suffix) noexcept {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

/// The length of the well-formed UTF-8 character at the front of `text`; 0 when it is malformed.
std::size_t utf8_character(std::string_view text) noexcept {
  for (std::size_t length = 1; length <= std::min<std::size_t>(4, text.size()); ++length)
    if (simdjson::validate_utf8(text.data(), length)) return length;
  return 0;
}

/// Characters that reorder or hide text: bidirectional controls, zero-width marks, line separators.
bool deceptive(std::string_view character) noexcept {
  static constexpr std::array marks = std::to_array<std::string_view>(
      {"\u00ad", "\u061c", "\u180e", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f",
       "\u2028", "\u2029", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2060",
       "\u2061", "\u2062", "\u2063", "\u2064", "\u2066", "\u2067", "\u2068", "\u2069"});
  if (character.size() == 2 && character[0] == '\xc2' && static_cast<unsigned char>(character[1]) < 0xa0)
    return true; // C1 controls
  return character == "\ufeff" || std::ranges::find(marks, character) != marks.end();
}

} // namespace

std::string_view kind_word(Kind kind) noexcept {
  for (auto const& entry : kind_words)
    if (entry.kind == kind) return entry.word;
  return "";
}

std::optional<Kind> parse_kind(std::string_view word) noexcept {
  for (auto const& entry : kind_words)
    if (entry.word == word) return entry.kind;
  return std::nullopt;
}

std::optional<Name> Name::parse(std::string_view text) {
  if (text.empty() || text.size() > longest_name || !alphanumeric(text.front()) || text == "state")
    return std::nullopt;
  auto allowed = [](char c) { return alphanumeric(c) || c == '.' || c == '_' || c == '-'; };
  if (!std::ranges::all_of(text, allowed)) return std::nullopt;
  auto dot = text.rfind('.');
  if (dot != text.npos &&
      std::ranges::find(reserved_kind_words, text.substr(dot + 1)) != reserved_kind_words.end())
    return std::nullopt;
  return Name(text);
}

std::string signal_word(std::string_view name, std::string_view kind) {
  return kind == kind_word(Kind::state) ? std::string(name) : fmt::format("{}.{}", name, kind);
}

SignalFile parse_signal_file(std::string_view file_name) {
  auto form = remove_suffix(file_name, ".error") ? SignalForm::refused : SignalForm::pending;
  if (file_name == state_document)
    return {form == SignalForm::refused ? form : SignalForm::document, state_signal()};
  if (!remove_suffix(file_name, ".lock")) return {};
  auto dot = file_name.rfind('.');
  if (dot == file_name.npos) return {};
  auto kind = parse_kind(file_name.substr(dot + 1));
  if (!kind || is_document(*kind)) return {};
  auto name = Name::parse(file_name.substr(0, dot));
  if (!name) return {SignalForm::bad_name, std::nullopt};
  return {form, SignalName{*std::move(name), *kind}};
}

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    auto length = utf8_character(text);
    auto byte = static_cast<unsigned char>(text.front());
    if (length == 0 || byte < 0x20 || byte == 0x7f) {
      shown += fmt::format("\\x{:02x}", byte);
      text.remove_prefix(1);
      continue;
    }
    auto character = text.substr(0, length);
    if (deceptive(character))
      for (char c : character)
        shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      shown += character;
    text.remove_prefix(length);
  }
  return shown;
}

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r\n";
  auto const begin = text.find_first_not_of(blanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

} // namespace artifactd
