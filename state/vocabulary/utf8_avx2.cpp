// Validates 32 bytes at a time by the method of Keiser and Lemire, "Validating UTF-8 In Less Than One
// Instruction Per Byte" (2021). Whether two neighbouring bytes may follow each other depends on three of
// their half bytes. Each kind of error is a bit; a table for each half byte says which errors it permits, and
// an error is one that all three permit. That two continuations follow each other is an error unless a lead
// two or three bytes before requires it.
#include "state/vocabulary/utf8.hpp"

#if defined(__x86_64__)

#include <array>
#include <cstdint>
#include <cstring>
#include <immintrin.h>

#define ARTIFACTD_AVX2 __attribute__((target("avx2")))

namespace artifactd {

namespace {

constexpr std::size_t lanes = 32;

/// Half bytes from `first` to `last`, as bits.
constexpr unsigned range(unsigned first, unsigned last) {
  return ((2U << last) - 1) & ~((1U << first) - 1);
}

constexpr unsigned any = range(0x0, 0xF);
constexpr unsigned ascii = range(0x0, 0x7);         // as first half of a byte
constexpr unsigned continuation = range(0x8, 0xB);  // likewise
constexpr unsigned lead = range(0xC, 0xF);          // likewise
constexpr std::uint8_t two_continuations = 1U << 7; // allowed in a sequence of three or four

/// Two bytes that must not follow each other: the first with these halves, the second with this first half.
struct BadPair {
  std::uint8_t bit;
  unsigned first_high;
  unsigned first_low;
  unsigned second_high;
};

constexpr std::array bad_pairs = {
    BadPair{1U << 0, lead, any, ascii | lead},                           // cut short
    BadPair{1U << 1, ascii, any, continuation},                          // a continuation of nothing
    BadPair{1U << 2, range(0xC, 0xC), range(0x0, 0x1), continuation},    // overlong: two bytes for ASCII
    BadPair{1U << 3, range(0xE, 0xE), range(0x0, 0x0), range(0x8, 0x9)}, // overlong: three for two
    BadPair{1U << 4, range(0xE, 0xE), range(0xD, 0xD), range(0xA, 0xB)}, // a surrogate
    BadPair{1U << 5, range(0xF, 0xF), range(0x4, 0xF), range(0x9, 0xB)}, // above U+10FFFF
    BadPair{1U << 6, range(0xF, 0xF), range(0x0, 0x0) | range(0x5, 0xF),
            range(0x8, 0x8)}, // overlong, or above
    BadPair{two_continuations, continuation, any, continuation},
};

using Table = std::array<std::uint8_t, 16>;

constexpr Table table_of(unsigned BadPair::* halves) {
  Table table{};
  for (auto const& each : bad_pairs)
    for (unsigned half = 0; half < table.size(); ++half)
      if ((each.*halves >> half & 1) != 0) table[half] |= each.bit;
  return table;
}

constexpr Table first_highs = table_of(&BadPair::first_high);
constexpr Table first_lows = table_of(&BadPair::first_low);
constexpr Table second_highs = table_of(&BadPair::second_high);

ARTIFACTD_AVX2 inline __m256i loaded(Table const& table) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<__m128i const*>(table.data())));
}

ARTIFACTD_AVX2 inline __m256i loaded(char const* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<__m256i const*>(bytes));
}

ARTIFACTD_AVX2 inline __m256i high_halves(__m256i bytes) {
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
}

/// The bytes that are `Count` places before those of `now`.
template <int Count>
ARTIFACTD_AVX2 inline __m256i before(__m256i now, __m256i previous) {
  return _mm256_alignr_epi8(now, _mm256_permute2x128_si256(previous, now, 0x21), 16 - Count);
}

class Check {
public:
  ARTIFACTD_AVX2 Check()
      : first_highs_(loaded(first_highs)), first_lows_(loaded(first_lows)),
        second_highs_(loaded(second_highs)), previous_(_mm256_setzero_si256()),
        error_(_mm256_setzero_si256()) {}

  ARTIFACTD_AVX2 void take(__m256i now) {
    __m256i const first = before<1>(now, previous_);
    __m256i const low = _mm256_and_si256(first, _mm256_set1_epi8(0x0F));
    __m256i const pairs =
        _mm256_and_si256(_mm256_and_si256(_mm256_shuffle_epi8(first_highs_, high_halves(first)),
                                          _mm256_shuffle_epi8(first_lows_, low)),
                         _mm256_shuffle_epi8(second_highs_, high_halves(now)));
    // Only leads of three (0xE0 and above) reach bit 7 here, and two places further on those of four.
    __m256i const third = _mm256_subs_epu8(before<2>(now, previous_), _mm256_set1_epi8(0xE0 - 0x80));
    __m256i const fourth = _mm256_subs_epu8(before<3>(now, previous_), _mm256_set1_epi8(0xF0 - 0x80));
    __m256i const wanted = _mm256_and_si256(_mm256_or_si256(third, fourth),
                                            _mm256_set1_epi8(static_cast<char>(two_continuations)));
    error_ = _mm256_or_si256(error_, _mm256_xor_si256(wanted, pairs));
    previous_ = now;
  }

  /// As take() of ASCII, which is an error only behind a sequence that is cut short.
  ARTIFACTD_AVX2 void take_ascii(__m256i now) {
    if (pending()) take(now);
    previous_ = now;
  }

  [[nodiscard]] ARTIFACTD_AVX2 bool passed() const { return _mm256_testz_si256(error_, error_) != 0; }

private:
  /// Whether one of the last three bytes is not ASCII.
  [[nodiscard]] ARTIFACTD_AVX2 bool pending() const {
    return (static_cast<std::uint32_t>(_mm256_movemask_epi8(previous_)) >> (lanes - 3)) != 0;
  }

  __m256i first_highs_;
  __m256i first_lows_;
  __m256i second_highs_;
  __m256i previous_;
  __m256i error_;
};

} // namespace

ARTIFACTD_AVX2 bool is_utf8_avx2(std::string_view text) noexcept {
  Check check;
  std::size_t at = 0;
  for (; text.size() - at >= lanes; at += lanes) {
    __m256i const bytes = loaded(text.data() + at);
    if (_mm256_movemask_epi8(bytes) == 0)
      check.take_ascii(bytes);
    else
      check.take(bytes);
  }
  // At least one zero follows the text: behind a sequence that is cut short, it is an error.
  std::array<char, lanes> rest{};
  if (at < text.size()) std::memcpy(rest.data(), text.data() + at, text.size() - at);
  check.take(loaded(rest.data()));
  return check.passed();
}

} // namespace artifactd

#undef ARTIFACTD_AVX2

#else

namespace artifactd {

bool is_utf8_avx2(std::string_view) noexcept {
  return false;
}

} // namespace artifactd

#endif
