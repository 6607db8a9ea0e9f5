#include "state/json/block.hpp"

#include <bit>

namespace artifactd::json {

namespace {

enum : std::uint8_t { quote = 1, backslash = 2, control = 4, space = 8, mark = 16, not_ascii = 32 };

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t c = 0; c < 0x20; ++c)
    classes[c] = control;
  for (std::size_t c = 0x80; c < 0x100; ++c)
    classes[c] = not_ascii;
  for (char const c : {' ', '\t', '\n', '\r'})
    classes[static_cast<unsigned char>(c)] |= space;
  for (char const c : {'{', '}', '[', ']', ',', ':'})
    classes[static_cast<unsigned char>(c)] = mark;
  classes['"'] = quote;
  classes['\\'] = backslash;
  return classes;
}

constexpr std::array<std::uint8_t, 256> classes = make_classes();

Block classify(char const* bytes, std::uint32_t& high) {
  Block block;
  for (std::size_t i = 0; i < block_size; ++i) {
    std::uint64_t const what = classes[static_cast<unsigned char>(bytes[i])];
    block.quote |= (what & 1) << i;
    block.backslash |= (what >> 1 & 1) << i;
    block.control |= (what >> 2 & 1) << i;
    block.space |= (what >> 3 & 1) << i;
    block.mark |= (what >> 4 & 1) << i;
    high |= static_cast<std::uint32_t>(what >> 5 & 1);
  }
  return block;
}

/// Bit i of the result is the parity of bits 0 to i: between an odd and an even quote lies a string.
std::uint64_t running_parity(std::uint64_t bits) {
  for (unsigned shift = 1; shift < 64; shift *= 2)
    bits ^= bits << shift;
  return bits;
}

} // namespace

void index_blocks_portable(char const* bytes, std::size_t blocks, Carry& carry, ChunkIndex& index) {
  for (; blocks != 0; --blocks, bytes += block_size) {
    auto const base = static_cast<std::uint32_t>(index.blocks * block_size);
    std::uint32_t high = 0;
    Block block = classify(bytes, high);
    std::uint64_t const quotes = real_quotes(block, carry);
    std::uint64_t const strings = running_parity(quotes) ^ carry.in_string;
    BlockTokens const tokens = tokens_of(block, quotes, strings, carry);
    index.any_odd |= index.odd[index.blocks] = tokens.odd;
    index.any_high |= index.high[index.blocks] = high;
    ++index.blocks;
    for (std::uint64_t starts = tokens.starts; starts != 0; starts &= starts - 1) {
      index.offsets[index.count++] = base + static_cast<std::uint32_t>(std::countr_zero(starts));
    }
  }
}

} // namespace artifactd::json
