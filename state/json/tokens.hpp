// The tokens of an accepted text, with every bracket matched to its partner. The text is read once; listing
// the values of an object or array then skips their contents.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace artifactd::json {

class Tokens {
public:
  /// For a text that scan() has accepted and that outlives this object. Memory: O(tokens).
  explicit Tokens(std::string_view text);

  /// The exact text of the value, or key, that begins with that token.
  [[nodiscard]] std::string_view value(std::size_t token) const noexcept;
  /// The token after that value.
  [[nodiscard]] std::size_t behind(std::size_t token) const noexcept { return tokens_[token].behind; }

private:
  struct Token {
    std::size_t byte;
    std::size_t behind;
  };

  std::string_view text_;
  std::vector<Token> tokens_; ///< plus one for the end of the text
};

} // namespace artifactd::json
