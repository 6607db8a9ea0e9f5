#include "state/json/block.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace artifactd::json {

namespace {

constexpr std::size_t lane_size = 16;

/// Sixteen bytes that the compiler processes at once if the processor can.
using Lane = unsigned char __attribute__((vector_size(lane_size)));

template <class Vector>
std::array<std::uint64_t, 2> words_of(Vector lane) {
  return std::bit_cast<std::array<std::uint64_t, 2>>(lane);
}

/// The lowest bit of each byte, gathered into one byte: the product moves bit 8i to bit 56 + i and everything
/// else elsewhere.
std::uint64_t lowest_bits(std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return (word & 0x0101010101010101U) * 0x0102040810204080U >> 56;
}

/// Bit i is set if byte i of a comparison's result is.
template <class Comparison>
std::uint64_t bits(Comparison comparison) {
  auto const words = words_of(comparison);
  return lowest_bits(words[0]) | lowest_bits(words[1]) << 8;
}

Block classify(char const* bytes, std::uint64_t& high) {
  Block block;
  for (std::size_t at = 0; at < block_size; at += lane_size) {
    Lane lane;
    std::memcpy(&lane, bytes + at, lane_size);
    Lane const folded = lane | 0x20; // '[' becomes '{' and ']' becomes '}'
    auto const spaces = (lane == ' ') | (lane == '\n') | (lane == '\r') | (lane == '\t');
    auto const marks = (folded == '{') | (folded == '}') | (lane == ',') | (lane == ':');
    block.quote |= bits(lane == '"') << at;
    block.backslash |= bits(lane == '\\') << at;
    block.control |= bits(lane < 0x20) << at;
    block.space |= bits(spaces) << at;
    block.mark |= bits(marks) << at;
    auto const words = words_of(lane);
    high |= (words[0] | words[1]) & 0x8080808080808080U;
  }
  return block;
}

/// Bit i of the result is the parity of bits 0 to i: a string lies between an odd and an even quote.
std::uint64_t running_parity(std::uint64_t bits) {
  for (unsigned shift = 1; shift < 64; shift *= 2)
    bits ^= bits << shift;
  return bits;
}

} // namespace

void index_blocks_portable(char const* bytes, std::size_t blocks, Carry& carry, ChunkIndex& index) {
  for (; blocks != 0; --blocks, bytes += block_size) {
    auto const base = static_cast<std::uint32_t>(index.blocks * block_size);
    std::uint64_t high = 0;
    Block block = classify(bytes, high);
    std::uint64_t const quotes = real_quotes(block, carry);
    std::uint64_t const strings = running_parity(quotes) ^ carry.in_string;
    BlockTokens const tokens = tokens_of(block, quotes, strings, carry);
    index.any_odd |= index.odd[index.blocks] = tokens.odd;
    index.any_high |= index.high[index.blocks] = high != 0 ? 1 : 0;
    ++index.blocks;
    for (std::uint64_t starts = tokens.starts; starts != 0; starts &= starts - 1) {
      index.offsets[index.count++] = base + static_cast<std::uint32_t>(std::countr_zero(starts));
    }
  }
}

} // namespace artifactd::json
