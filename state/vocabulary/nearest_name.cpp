#include "state/vocabulary/nearest_name.hpp"

#include <algorithm>
#include <cctype>

namespace artifactd {

namespace {

constexpr std::size_t most_characters = 64;

bool is_letter_or_digit(char c) noexcept {
  auto const byte = static_cast<unsigned char>(c);
  return byte < 0x80 && std::isalnum(byte) != 0;
}

std::string with_dashes(std::string_view text) {
  std::string kept;
  for (auto const c : text) {
    auto const allowed = is_letter_or_digit(c) || c == '.' || c == '_' || c == '-';
    if (kept.empty() ? is_letter_or_digit(c) : allowed)
      kept += c;
    else if (!kept.empty() && kept.back() != '-')
      kept += '-';
  }
  return kept.substr(0, most_characters);
}

bool ends_in_a_kind(Name const& name, Kinds const& kinds) {
  auto const& text = name.str();
  auto const dot = text.rfind('.');
  return dot != text.npos && kinds.find(std::string_view(text).substr(dot + 1));
}

} // namespace

std::optional<Name> nearest_name(std::string_view text, Kinds const& kinds) {
  auto kept = with_dashes(text);
  for (;;) {
    while (!kept.empty() && !is_letter_or_digit(kept.back()))
      kept.pop_back();
    auto name = Name::parse(kept);
    if (name && !ends_in_a_kind(*name, kinds)) return name;
    auto const dot = kept.rfind('.');
    if (dot == kept.npos) return Name::parse(kept.empty() ? kept : kept + "-1"); // "state" is reserved
    kept.resize(dot);
  }
}

std::optional<std::string> nearest_signal_file(std::string_view file_name, Kinds const& kinds) {
  auto const end = file_name.rfind(".lock");
  if (end == file_name.npos) return std::nullopt;
  auto const dot = file_name.rfind('.', end - 1);
  if (end == 0 || dot == file_name.npos) return std::nullopt;
  auto const name = nearest_name(file_name.substr(0, dot), kinds);
  if (!name) return std::nullopt;
  return name->str() + std::string(file_name.substr(dot));
}

} // namespace artifactd
