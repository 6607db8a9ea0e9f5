// One component of a path cut into the pieces people make names of: words, numbers, identifiers, and the
// marks between them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

enum class TokenKind : std::uint8_t {
  word,    ///< letters; every byte of a character beyond ASCII counts as one
  number,  ///< digits
  version, ///< numbers with single dots between them: 1.2.3, 10.0.0.7
  uuid,    ///< 8-4-4-4-12 hexadecimal digits
  hash,    ///< 12 hexadecimal digits or more, letters and digits mixed
  mark,    ///< any other character
};

struct PathToken {
  TokenKind kind;
  std::string_view text;
};

enum class Grain : std::uint8_t {
  fine,
  coarse, ///< letters and digits side by side are one word: apache2
};

[[nodiscard]] std::vector<PathToken> tokens_of(std::string_view text, Grain grain = Grain::fine);

/// The extension: ".csv", ".nii.gz"; empty where there is none. A number, as in "log.1", is not one.
[[nodiscard]] std::string_view extension_of(std::string_view file_name);

/// A letter for the kind of each token, in order; a mark is its own letter.
[[nodiscard]] std::string signature_of(std::vector<PathToken> const& tokens);

} // namespace artifactd::extraction
