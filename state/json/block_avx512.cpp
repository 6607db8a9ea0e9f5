#include "state/json/block.hpp"

#if defined(__x86_64__)

#include <bit>
#include <immintrin.h>

#define ARTIFACTD_AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi2,pclmul,bmi,popcnt")))

namespace artifactd::json {

namespace {

/// GCC 12 mistakes the unmasked forms of some intrinsics for reads of uninitialised values (its bug 105593).
constexpr __mmask16 all_lanes = 0xFFFF;

struct Tables {
  __m512i space; ///< by low nibble, the white space character with that nibble
  __m512i mark;  ///< by low nibble, the bracket, comma or colon with that nibble, with bit 5 set
  __m512i places;
};

ARTIFACTD_AVX512 inline Tables tables() {
  alignas(64) std::array<char, 64> places{};
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] = static_cast<char>(i);
  // As in block_avx2.cpp: a filler never equals a byte with the low nibble of its place.
  return {_mm512_maskz_broadcast_i32x4(all_lanes, _mm_setr_epi8(' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ',
                                                                '\t', '\n', ' ', ' ', '\r', ' ', ' ')),
          _mm512_maskz_broadcast_i32x4(all_lanes,
                                       _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0)),
          _mm512_load_si512(places.data())};
}

ARTIFACTD_AVX512 inline Block classify(__m512i bytes, Tables const& tables) {
  return {.quote = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"')),
          .backslash = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\')),
          .control = _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(0x20)),
          .space = _mm512_cmpeq_epi8_mask(bytes, _mm512_shuffle_epi8(tables.space, bytes)),
          .mark = _mm512_cmpeq_epi8_mask(_mm512_or_si512(bytes, _mm512_set1_epi8(0x20)),
                                         _mm512_shuffle_epi8(tables.mark, bytes))};
}

ARTIFACTD_AVX512 inline std::uint64_t running_parity(std::uint64_t bits) {
  __m128i const product = _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<long long>(bits)),
                                               _mm_set1_epi8(static_cast<char>(0xFF)), 0);
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(product));
}

/// Stores the places of the set bits, sixteen at a time, and returns where the next go.
ARTIFACTD_AVX512 inline std::uint32_t* store(std::uint32_t* out, std::uint32_t base, std::uint64_t starts,
                                             Tables const& tables) {
  __m512i const places = _mm512_maskz_compress_epi8(starts, tables.places);
  __m512i const first = _mm512_set1_epi32(static_cast<int>(base));
  auto const sixteen = [&](std::size_t from, __m128i part) ARTIFACTD_AVX512 {
    _mm512_storeu_si512(out + from, _mm512_add_epi32(_mm512_maskz_cvtepu8_epi32(all_lanes, part), first));
  };
  int const count = std::popcount(starts);
  sixteen(0, _mm512_maskz_extracti32x4_epi32(0xF, places, 0));
  if (count > 16) [[unlikely]] {
    sixteen(16, _mm512_maskz_extracti32x4_epi32(0xF, places, 1));
    if (count > 32) {
      sixteen(32, _mm512_maskz_extracti32x4_epi32(0xF, places, 2));
      sixteen(48, _mm512_maskz_extracti32x4_epi32(0xF, places, 3));
    }
  }
  return out + count;
}

} // namespace

ARTIFACTD_AVX512 void index_blocks_avx512(char const* bytes, std::size_t blocks, Carry& carried,
                                          ChunkIndex& index) {
  Carry carry = carried;
  Tables const lookup = tables();
  std::uint64_t any_odd = 0;
  std::uint32_t any_high = 0;
  std::uint32_t* out = index.offsets.data() + index.count;
  std::size_t const end_block = index.blocks + blocks;
  for (std::size_t i = index.blocks; i < end_block; ++i, bytes += block_size) {
    __m512i const all = _mm512_loadu_si512(bytes);
    Block block = classify(all, lookup);
    std::uint64_t const quotes = real_quotes(block, carry);
    std::uint64_t const strings = running_parity(quotes) ^ carry.in_string;
    BlockTokens const tokens = tokens_of(block, quotes, strings, carry);
    any_odd |= index.odd[i] = tokens.odd;
    any_high |= index.high[i] = _mm512_movepi8_mask(all) != 0 ? 1 : 0;
    out = store(out, static_cast<std::uint32_t>(i * block_size), tokens.starts, lookup);
  }
  index.blocks = end_block;
  index.count = static_cast<std::size_t>(out - index.offsets.data());
  index.any_odd |= any_odd;
  index.any_high |= any_high;
  carried = carry;
}

} // namespace artifactd::json

#undef ARTIFACTD_AVX512
#endif
