#include "agents/turn/content/base64.hpp"

#include <cstdint>

namespace artifactd::turn {

namespace {

constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int digit_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

} // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += at + i > bytes.size() ? '=' : base64_digits[bits >> (18 - 6 * i) & 63U];
  }
  return text;
}

Base64Read from_base64(std::string_view text) {
  Base64Read read;
  std::size_t const padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  auto const digits = text.substr(0, text.size() - padding);
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (std::size_t at = 0; at < digits.size(); ++at) {
    auto const value = digit_value(digits[at]);
    if (value < 0) return {{}, at};
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    read.bytes += static_cast<char>(bits >> held & 0xFFU);
    bits &= (1U << held) - 1;
  }
  bool const whole = text.size() % 4 == 0 && bits == 0;
  if (!whole) return {{}, text.size()};
  return read;
}

} // namespace artifactd::turn
