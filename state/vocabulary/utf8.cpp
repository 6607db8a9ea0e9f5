#include "state/vocabulary/utf8.hpp"

#include "state/vocabulary/cpu_features.hpp"

#include <cstdint>
#include <cstring>

namespace artifactd {

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

bool is_utf8(std::string_view text) noexcept {
  static bool const avx2 = has_avx2();
  return avx2 ? is_utf8_avx2(text) : is_utf8_portable(text);
}

bool is_utf8_portable(std::string_view text) noexcept {
  return first_malformed(text) == std::string_view::npos && whole_sequences_end(text) == text.size();
}

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

std::size_t whole_sequences_end(std::string_view text) noexcept {
  for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    auto const byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) break;
    if (byte >= 0xC0) {
      std::size_t const length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
      return length > back ? text.size() - back : text.size();
    }
  }
  return text.size();
}

} // namespace artifactd
