#include "state/json/encoding.hpp"

#include <cstdint>
#include <cstring>

namespace artifactd::json {

namespace {

struct Sequence {
  std::size_t length = 0;
  unsigned char second_low = 0x80; ///< the second byte identifies overlong forms and surrogates
  unsigned char second_high = 0xBF;
};

Sequence sequence_begun_by(unsigned char lead) noexcept {
  if (lead < 0x80) return {.length = 1};
  if (lead < 0xC2) return {};
  if (lead < 0xE0) return {.length = 2};
  if (lead == 0xE0) return {.length = 3, .second_low = 0xA0};
  if (lead == 0xED) return {.length = 3, .second_high = 0x9F};
  if (lead < 0xF0) return {.length = 3};
  if (lead == 0xF0) return {.length = 4, .second_low = 0x90};
  if (lead < 0xF4) return {.length = 4};
  if (lead == 0xF4) return {.length = 4, .second_high = 0x8F};
  return {};
}

bool eight_ascii(char const* bytes) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return (word & 0x8080808080808080U) == 0;
}

} // namespace

std::size_t sequence_length(std::string_view text, std::size_t at) noexcept {
  Sequence const sequence = sequence_begun_by(static_cast<unsigned char>(text[at]));
  for (std::size_t i = 1; i < sequence.length; ++i) {
    if (at + i == text.size()) return i;
    auto const byte = static_cast<unsigned char>(text[at + i]);
    if (byte < (i == 1 ? sequence.second_low : 0x80)) return 0;
    if (byte > (i == 1 ? sequence.second_high : 0xBF)) return 0;
  }
  return sequence.length;
}

std::size_t first_malformed(std::string_view text) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    if (text.size() - at >= 8 && eight_ascii(text.data() + at)) {
      at += 8;
      continue;
    }
    std::size_t const length = sequence_length(text, at);
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string_view wide_encoding(std::string_view text) noexcept {
  using namespace std::string_view_literals;
  if (text.starts_with("\xFF\xFE\0\0"sv)) return "UTF-32LE";
  if (text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32BE";
  if (text.starts_with("\xFF\xFE"sv)) return "UTF-16LE";
  if (text.starts_with("\xFE\xFF"sv)) return "UTF-16BE";
  if (text.size() < 4 || text.size() % 2 != 0) return {};
  // JSON begins with an ASCII character, so the zero bytes around it reveal the width.
  auto const zeros = [&](bool a, bool b, bool c, bool d) {
    return (text[0] == 0) == a && (text[1] == 0) == b && (text[2] == 0) == c && (text[3] == 0) == d;
  };
  if (zeros(false, true, false, true)) return "UTF-16LE";
  if (zeros(true, false, true, false)) return "UTF-16BE";
  if (zeros(true, true, true, false)) return "UTF-32BE";
  if (zeros(false, true, true, true) && (text.size() == 4 || text[4] != 0)) return "UTF-32LE";
  return {};
}

} // namespace artifactd::json
