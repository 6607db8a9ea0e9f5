// Finds where the tokens of a JSON text begin: every bracket, comma and colon, every opening quote and the
// first byte of every other word; the inside of strings is skipped. Tokens are returned in chunks that stay
// in cache, so a text of any size needs a fixed amount of memory. Faults inside strings (escapes, control
// characters) and in the encoding are detected here too, since only this code sees every byte.
#pragma once

#include "state/json/block.hpp"
#include "state/json/scan.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace artifactd::json {

/// The code that classifies the bytes.
enum class Classifier : std::uint8_t { portable, avx2, avx512 };

/// The classifiers this processor can run, slowest first.
[[nodiscard]] std::span<Classifier const> classifiers() noexcept;

class TokenStarts {
public:
  explicit TokenStarts(std::string_view text, Classifier classifier = classifiers().back()) noexcept;

  /// Indexes the next chunk that contains tokens; false if the text, or the part before the first fault, is
  /// used up.
  [[nodiscard]] bool advance();

  /// The start of the current chunk in the text, and its token starts relative to that, ascending.
  [[nodiscard]] std::size_t base() const noexcept { return base_; }
  [[nodiscard]] std::span<std::uint32_t const> offsets() const noexcept {
    return {index_.offsets.data(), index_.count};
  }

  /// The first fault inside a string or in the encoding; tokens at or after it are not returned. Final once
  /// advance() has returned false.
  [[nodiscard]] std::optional<Broken> fault() const noexcept { return fault_; }

  /// Once advance() has returned false without a fault: whether the text ends inside a string.
  [[nodiscard]] bool ends_in_string() const noexcept { return carry_.in_string != 0; }

private:
  void index_chunk();
  void check_strings();
  void check_encoding();
  bool check_encoding(std::size_t begin, std::size_t end);
  void note(Broken broken);

  std::string_view text_;
  Classifier classifier_;
  IndexBlocks* index_blocks_;
  Carry carry_;
  std::size_t base_ = 0;
  std::size_t next_ = 0;     ///< where the next chunk begins
  std::size_t encoded_ = 0;  ///< up to here the text is known to be UTF-8
  std::size_t low_half_ = 0; ///< where the second half of a surrogate pair is expected
  std::optional<Broken> fault_;
  ChunkIndex index_; ///< last, and never cleared as a whole: it is large
};

} // namespace artifactd::json
