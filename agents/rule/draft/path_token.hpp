// One component of a path cut into the pieces that people build names from: words, numbers, identifiers, and
// the marks between them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

enum class TokenKind : std::uint8_t {
  word,    ///< letters; every byte of a character beyond ASCII counts as one
  number,  ///< digits
  version, ///< numbers separated by single dots: 1.2.3, 10.0.0.7
  uuid,    ///< 8-4-4-4-12 hexadecimal digits
  hash,    ///< at least 12 hexadecimal digits, letters and digits mixed
  mark,    ///< any other character
};

struct PathToken {
  TokenKind kind;
  std::string_view text;
};

enum class Grain : std::uint8_t {
  fine,
  coarse, ///< adjacent letters and digits are one word: apache2
};

[[nodiscard]] std::vector<PathToken> tokens_of(std::string_view text, Grain grain = Grain::fine);

/// The extension: ".csv", ".nii.gz"; empty if there is none. A number, as in "log.1", does not count as one.
[[nodiscard]] std::string_view extension_of(std::string_view file_name);

/// A letter for the kind of each token, in order; a mark stands for itself.
[[nodiscard]] std::string signature_of(std::vector<PathToken> const& tokens);

} // namespace artifactd::extraction
