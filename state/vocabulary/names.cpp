#include "state/vocabulary/names.hpp"

#include "state/vocabulary/utf8.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

/// Reserved kind words, whether this build serves them or not: a name must not end like any of them.
constexpr std::array<std::string_view, 6> reserved_kind_words = {"kg",   "state",  "rule",
                                                                 "edit", "report", "turn"};

/// Names reserved for documents, whether this build serves them or not.
constexpr std::array<std::string_view, 1> reserved_names = {"state"};

bool alphanumeric(char c) noexcept {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

template <std::size_t N>
bool is_one_of(std::string_view text, std::array<std::string_view, N> const& words) noexcept {
  return std::ranges::find(words, text) != words.end();
}

bool remove_suffix(std::string_view& text, std::string_view suffix) noexcept {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

/// The length of the well-formed UTF-8 character at the front of `text`; 0 if it is malformed or cut short.
std::size_t utf8_character(std::string_view text) noexcept {
  auto const length = sequence_length(text, 0);
  return whole_sequences_end(text.substr(0, length)) == length ? length : 0;
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

std::optional<Name> Name::parse(std::string_view text) {
  if (text.empty() || text.size() > longest || !alphanumeric(text.front()) || is_one_of(text, reserved_names))
    return std::nullopt;
  auto allowed = [](char c) { return alphanumeric(c) || c == '.' || c == '_' || c == '-'; };
  if (!std::ranges::all_of(text, allowed)) return std::nullopt;
  auto dot = text.rfind('.');
  if (dot != text.npos && is_one_of(text.substr(dot + 1), reserved_kind_words)) return std::nullopt;
  return Name(text);
}

std::string signal_word(std::string_view name, std::string_view kind) {
  return name == kind && is_one_of(name, reserved_names) ? std::string(name)
                                                         : fmt::format("{}.{}", name, kind);
}

SignalFile parse_signal_file(std::string_view file_name, Kinds const& kinds) {
  auto const form = remove_suffix(file_name, ".error") ? SignalForm::refused : SignalForm::pending;
  if (auto const document = kinds.of_document(file_name))
    return {form == SignalForm::refused ? form : SignalForm::document, document_signal(*document)};
  if (!remove_suffix(file_name, ".lock")) return {};
  auto const dot = file_name.rfind('.');
  if (dot == file_name.npos) return {};
  auto const word = file_name.substr(dot + 1);
  auto const kind = kinds.find(word);
  auto name = Name::parse(file_name.substr(0, dot));
  if (!kind || kind->is_document()) {
    auto const meant = name && form == SignalForm::pending && Kind::parse(word);
    return {meant ? SignalForm::unknown_kind : SignalForm::none, std::nullopt};
  }
  auto const ends_like_a_signal = [&] {
    auto const end = name->str().rfind('.');
    return end != std::string::npos && kinds.find(std::string_view(name->str()).substr(end + 1));
  };
  if (!name || ends_like_a_signal()) return {SignalForm::bad_name, std::nullopt};
  return {form, SignalName{*std::move(name), *kind}};
}

std::optional<SignalName> parse_lock_name(std::string_view file_name) {
  if (!remove_suffix(file_name, ".lock")) return std::nullopt;
  auto const dot = file_name.rfind('.');
  if (dot == file_name.npos) return std::nullopt;
  auto const kind = Kind::parse(file_name.substr(dot + 1));
  auto name = Name::parse(file_name.substr(0, dot));
  if (!kind || !name) return std::nullopt;
  return SignalName{*std::move(name), *kind};
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

std::string printable_lines(std::string_view text) {
  std::string lines;
  for (;;) {
    auto const end = text.find('\n');
    lines += printable(text.substr(0, end));
    if (end == text.npos) return lines;
    lines += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string abbreviated(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80)
    --most;
  return std::string(text.substr(0, most)) + "…";
}

std::string how_many(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r\n";
  auto const begin = text.find_first_not_of(blanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string shell_quoted(std::string_view text) {
  auto plain = [](char c) { return alphanumeric(c) || std::string_view("/._-+:@%,=").contains(c); };
  if (!text.empty() && std::ranges::all_of(text, plain)) return std::string(text);
  if (text != printable(text)) { // $'…' can express every byte
    std::string quoted = "$'";
    for (char c : text)
      if (plain(c))
        quoted += c;
      else
        quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    return quoted + "'";
  }
  std::string quoted = "'";
  for (char c : text)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

} // namespace artifactd
