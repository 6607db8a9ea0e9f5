#include "daemon/terminal/keys.hpp"

#include <algorithm>
#include <string_view>

namespace artifactd {

namespace {

using enum Key::Kind;

Key cut(std::string& bytes, std::size_t length, Key::Kind kind) {
  Key key{kind};
  if (kind == text) key.text = bytes.substr(0, length);
  bytes.erase(0, length);
  return key;
}

/// ESC [ … letter, or ESC O letter; the length, 0 while it is not complete.
std::size_t sequence_length(std::string_view bytes) {
  if (bytes.size() < 3) return 0;
  if (bytes[1] == 'O') return 3;
  auto end = std::ranges::find_if(bytes.substr(2), [](char c) { return c >= '@' && c <= '~'; });
  auto length = static_cast<std::size_t>(end - bytes.substr(2).begin()) + 3;
  return length <= bytes.size() ? length : 0;
}

std::optional<Key> escape_key(std::string& bytes, Input input) {
  auto resting = input == Input::resting;
  if (bytes.size() == 1) return resting ? std::optional(cut(bytes, 1, escape)) : std::nullopt;
  if (bytes[1] != '[' && bytes[1] != 'O') return cut(bytes, 1, escape);
  auto length = sequence_length(bytes);
  if (length == 0) return resting ? std::optional(cut(bytes, bytes.size(), other)) : std::nullopt;
  auto const sequence = std::string_view(bytes).substr(0, length);
  if (sequence == "\x1b[5~" || sequence == "\x1b[6~")
    return cut(bytes, length, sequence[2] == '5' ? page_up : page_down);
  auto last = bytes[length - 1];
  return cut(bytes, length, last == 'A' ? up : last == 'B' ? down : other);
}

std::size_t character_length(unsigned char first) {
  return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
}

} // namespace

std::optional<Key> take_key(std::string& bytes, Input input) {
  if (bytes.empty()) return std::nullopt;
  auto first = static_cast<unsigned char>(bytes.front());
  if (first == 0x1B) return escape_key(bytes, input);
  if (first == '\r' || first == '\n') return cut(bytes, 1, enter);
  if (first == 0x7F || first == 0x08) return cut(bytes, 1, backspace);
  if (first == 0x03 || first == 0x04) return cut(bytes, 1, leave);
  if (first == 0x1a) return cut(bytes, 1, suspend);
  if (first < 0x20 || (first >= 0x80 && first < 0xC0)) return cut(bytes, 1, other);
  auto length = character_length(first);
  if (bytes.size() < length)
    return input == Input::resting ? std::optional(cut(bytes, bytes.size(), other)) : std::nullopt;
  return cut(bytes, length, text);
}

} // namespace artifactd
