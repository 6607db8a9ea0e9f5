#include "agents/rule/draft/path_token.hpp"

#include "agents/rule/coercion.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <array>

namespace artifactd::extraction {

namespace {

constexpr std::size_t shortest_hash = 12;
constexpr std::size_t longest_extension = 8;
constexpr std::size_t uuid_length = 36;
constexpr std::size_t day_length = 8; ///< YYYYMMDD

using json::is_digit;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

template <class Is>
std::size_t run_of(std::string_view text, Is const& is) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is) - text.begin());
}

bool begins_with_uuid(std::string_view text) {
  if (text.size() < uuid_length) return false;
  for (std::size_t i = 0; i < uuid_length; ++i) {
    bool const dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return text.size() == uuid_length || !is_hex(text[uuid_length]);
}

std::size_t length_of_hash(std::string_view text) {
  auto const length = run_of(text, [](char c) { return is_digit(c) || is_letter(c); });
  auto const run = text.substr(0, length);
  bool const mixed =
      std::ranges::any_of(run, is_digit) && std::ranges::any_of(run, [](char c) { return is_letter(c); });
  return length >= shortest_hash && mixed && std::ranges::all_of(run, is_hex) ? length : 0;
}

std::size_t length_of_version(std::string_view text) {
  auto length = run_of(text, is_digit);
  std::size_t dots = 0;
  while (length + 1 < text.size() && text[length] == '.' && is_digit(text[length + 1])) {
    length += 1 + run_of(text.substr(length + 1), is_digit);
    ++dots;
  }
  return dots > 0 ? length : 0;
}

/// A day and the time after it are two numbers: 20240115 and 103000.
std::size_t length_of_number(std::string_view text) {
  auto const length = run_of(text, is_digit);
  bool const with_time = length == day_length + 4 || length == day_length + 6;
  return with_time && coerced(text.substr(0, day_length), FieldType::date) ? day_length : length;
}

bool is_of_word(PathToken const& token) {
  return token.kind == TokenKind::word || token.kind == TokenKind::number || token.kind == TokenKind::hash;
}

PathToken next_token(std::string_view text) {
  auto const cut = [text](TokenKind kind, std::size_t length) {
    return PathToken{kind, text.substr(0, length)};
  };
  if (begins_with_uuid(text)) return cut(TokenKind::uuid, uuid_length);
  if (auto const length = length_of_hash(text); length > 0) return cut(TokenKind::hash, length);
  if (is_digit(text.front())) {
    auto const version = length_of_version(text);
    return version > 0 ? cut(TokenKind::version, version) : cut(TokenKind::number, length_of_number(text));
  }
  if (is_letter(text.front())) return cut(TokenKind::word, run_of(text, is_letter));
  return cut(TokenKind::mark, 1);
}

} // namespace

std::vector<PathToken> tokens_of(std::string_view text, Grain grain) {
  std::vector<PathToken> tokens;
  while (!text.empty()) {
    auto const token = next_token(text);
    text.remove_prefix(token.text.size());
    auto const joins =
        grain == Grain::coarse && !tokens.empty() && is_of_word(tokens.back()) && is_of_word(token);
    if (!joins) {
      tokens.push_back(token);
      continue;
    }
    auto& word = tokens.back();
    word = {TokenKind::word, {word.text.data(), word.text.size() + token.text.size()}};
  }
  return tokens;
}

std::string_view extension_of(std::string_view file_name) {
  auto const ending = [](std::string_view name) -> std::string_view {
    auto const dot = name.rfind('.');
    if (dot == 0 || dot == std::string_view::npos) return {};
    auto const after = name.substr(dot + 1);
    bool const plain =
        !after.empty() && after.size() <= longest_extension && std::ranges::all_of(after, [](char c) {
          return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        });
    return plain && !std::ranges::all_of(after, is_digit) ? name.substr(dot) : std::string_view();
  };
  constexpr std::array<std::string_view, 5> packed = {".gz", ".bz2", ".xz", ".zst", ".Z"};
  auto const last = ending(file_name);
  if (std::ranges::find(packed, last) == packed.end()) return last;
  auto const inner = ending(file_name.substr(0, file_name.size() - last.size()));
  return file_name.substr(file_name.size() - last.size() - inner.size());
}

std::string signature_of(std::vector<PathToken> const& tokens) {
  std::string signature;
  for (auto const& token : tokens)
    signature +=
        token.kind == TokenKind::mark ? token.text[0] : "WNVUH"[static_cast<std::size_t>(token.kind)];
  return signature;
}

} // namespace artifactd::extraction
