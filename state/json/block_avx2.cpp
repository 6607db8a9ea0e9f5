#include "state/json/block.hpp"

#if defined(__x86_64__)

#include <bit>
#include <immintrin.h>
#include <utility>

#define ARTIFACTD_AVX2 __attribute__((target("avx2,pclmul,bmi,popcnt")))

namespace artifactd::json {

namespace {

ARTIFACTD_AVX2 inline std::uint64_t bits(__m256i low, __m256i high) {
  auto const half = [](int mask) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(mask)); };
  return half(_mm256_movemask_epi8(low)) | half(_mm256_movemask_epi8(high)) << 32;
}

struct Tables {
  __m256i space; ///< by low nibble, the white space character with that nibble
  __m256i mark;  ///< by low nibble, the bracket, comma or colon with that nibble, with bit 5 set
};

ARTIFACTD_AVX2 inline Tables tables() {
  // A filler must never equal a byte with the low nibble of its place: ' ' belongs to place 0, and 0 does not
  // have bit 5.
  return {_mm256_broadcastsi128_si256(_mm_setr_epi8(' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', '\t', '\n',
                                                    ' ', ' ', '\r', ' ', ' ')),
          _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0))};
}

ARTIFACTD_AVX2 inline Block classify(__m256i a, __m256i b, Tables tables) {
  auto const equal = [&](char c) ARTIFACTD_AVX2 {
    __m256i const all = _mm256_set1_epi8(c);
    return bits(_mm256_cmpeq_epi8(a, all), _mm256_cmpeq_epi8(b, all));
  };
  __m256i const last_control = _mm256_set1_epi8(0x1F);
  __m256i const bit5 = _mm256_set1_epi8(0x20);
  return {.quote = equal('"'),
          .backslash = equal('\\'),
          .control = bits(_mm256_cmpeq_epi8(_mm256_min_epu8(a, last_control), a),
                          _mm256_cmpeq_epi8(_mm256_min_epu8(b, last_control), b)),
          .space = bits(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(tables.space, a), a),
                        _mm256_cmpeq_epi8(_mm256_shuffle_epi8(tables.space, b), b)),
          .mark = bits(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(tables.mark, a), _mm256_or_si256(a, bit5)),
                       _mm256_cmpeq_epi8(_mm256_shuffle_epi8(tables.mark, b), _mm256_or_si256(b, bit5)))};
}

/// Bit i of the result is the parity of bits 0 to i: a carry-less product with all ones.
ARTIFACTD_AVX2 inline std::uint64_t running_parity(std::uint64_t bits_in) {
  __m128i const product = _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<long long>(bits_in)),
                                               _mm_set1_epi8(static_cast<char>(0xFF)), 0);
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(product));
}

/// Always stores eight offsets, even if there are fewer: cheaper than a branch for each.
template <std::size_t... k>
[[gnu::always_inline]] inline void store(std::uint32_t* out, std::uint32_t base, std::uint64_t& starts,
                                         std::index_sequence<k...>) {
  ((out[k] = base + static_cast<std::uint32_t>(std::countr_zero(starts)), starts &= starts - 1), ...);
}

} // namespace

ARTIFACTD_AVX2 void index_blocks_avx2(char const* bytes, std::size_t blocks, Carry& carried,
                                      ChunkIndex& index) {
  Carry carry = carried;
  Tables const lookup = tables();
  std::uint64_t any_odd = 0;
  std::uint32_t any_high = 0;
  std::uint32_t* out = index.offsets.data() + index.count;
  std::size_t const end_block = index.blocks + blocks;
  for (std::size_t i = index.blocks; i < end_block; ++i, bytes += block_size) {
    __m256i const a = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(bytes));
    __m256i const b = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(bytes + 32));
    Block block = classify(a, b, lookup);
    std::uint64_t const quotes = real_quotes(block, carry);
    std::uint64_t const strings = running_parity(quotes) ^ carry.in_string;
    BlockTokens tokens = tokens_of(block, quotes, strings, carry);
    any_odd |= index.odd[i] = tokens.odd;
    any_high |= index.high[i] = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_or_si256(a, b)));
    auto const base = static_cast<std::uint32_t>(i * block_size);
    std::uint32_t* const end = out + std::popcount(tokens.starts);
    for (; out < end; out += 8)
      store(out, base, tokens.starts, std::make_index_sequence<8>());
    out = end;
  }
  index.blocks = end_block;
  index.count = static_cast<std::size_t>(out - index.offsets.data());
  index.any_odd |= any_odd;
  index.any_high |= any_high;
  carried = carry;
}

} // namespace artifactd::json

#undef ARTIFACTD_AVX2
#endif
