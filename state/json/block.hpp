// Sixty-four bytes of JSON as bit masks, with bit i for byte i. A classifier turns bytes into masks; the bit
// arithmetic below turns masks into token starts and is the same for every classifier.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace artifactd::json {

inline constexpr std::size_t block_size = 64;
inline constexpr std::size_t chunk_blocks = 256;
inline constexpr std::size_t chunk_size = chunk_blocks * block_size;

/// The class of each byte of a block. `mark` may also contain control characters: they only begin tokens that
/// the grammar rejects.
struct Block {
  std::uint64_t quote = 0;
  std::uint64_t backslash = 0;
  std::uint64_t control = 0; ///< below 0x20
  std::uint64_t space = 0;
  std::uint64_t mark = 0; ///< brackets, comma, colon
};

/// What a block needs to know about the blocks before it.
struct Carry {
  std::uint64_t escaped = 0;   ///< 1 if the first byte is escaped by the previous block
  std::uint64_t in_string = 0; ///< all ones if the block begins inside a string
  std::uint64_t in_word = 0;   ///< 1 if the previous block ended in a number, a literal or the like
};

/// The results for one chunk.
struct ChunkIndex {
  std::size_t count = 0;      ///< offsets filled
  std::size_t blocks = 0;     ///< blocks seen
  std::uint64_t any_odd = 0;  ///< non-zero if a block has odd bytes
  std::uint32_t any_high = 0; ///< non-zero if a block has non-ASCII bytes
  /// By block, the bytes inside strings that need a second look: control characters and backslashes that
  /// begin an escape.
  std::array<std::uint64_t, chunk_blocks> odd;
  std::array<std::uint32_t, chunk_blocks> high;       ///< by block, non-zero if a byte is not ASCII
  std::array<std::uint32_t, chunk_size + 64> offsets; ///< token starts; stores may run a block past count
};

/// Indexes `blocks` blocks at `bytes`, appending to `index`.
using IndexBlocks = void(char const* bytes, std::size_t blocks, Carry& carry, ChunkIndex& index);

IndexBlocks index_blocks_portable;
#if defined(__x86_64__)
IndexBlocks index_blocks_avx2;
IndexBlocks index_blocks_avx512;
#endif

/// Quotes that open or close a string: those not escaped by a backslash.
[[gnu::always_inline]] inline std::uint64_t real_quotes(Block& block, Carry& carry) {
  // Within each run of backslashes every second byte is escaped; a carrying addition finds runs that begin on
  // an odd bit.
  std::uint64_t const backslash = block.backslash & ~carry.escaped;
  constexpr std::uint64_t even = 0x5555555555555555U;
  std::uint64_t const follows = backslash << 1 | carry.escaped;
  std::uint64_t const odd_begins = backslash & ~even & ~follows;
  std::uint64_t evened = 0;
  carry.escaped = __builtin_add_overflow(odd_begins, backslash, &evened) ? 1 : 0;
  std::uint64_t const escaped = (even ^ (evened << 1)) & follows;
  block.backslash &= ~escaped;
  return block.quote & ~escaped;
}

/// The result of the bit arithmetic for a block.
struct BlockTokens {
  std::uint64_t starts; ///< first bytes of tokens
  std::uint64_t odd;    ///< see ChunkIndex
};

/// Takes the real quotes and the bytes inside strings (opening quote included, closing quote not).
[[gnu::always_inline]] inline BlockTokens tokens_of(Block const& block, std::uint64_t quotes,
                                                    std::uint64_t strings, Carry& carry) {
  std::uint64_t const inside = strings & ~quotes;
  std::uint64_t const outside = ~(strings | quotes);
  std::uint64_t const word = outside & ~(block.space | block.mark);
  std::uint64_t const word_begins = word & ~(word << 1 | carry.in_word);
  carry.in_word = word >> 63;
  carry.in_string = static_cast<std::uint64_t>(static_cast<std::int64_t>(strings) >> 63);
  return {.starts = (block.mark & outside) | (quotes & strings) | word_begins,
          .odd = (block.backslash | block.control) & inside};
}

} // namespace artifactd::json
