// The tokens of an accepted text, every bracket with its partner. The text is read once; listing the values
// of an object or array then steps over whatever is inside them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace artifactd::json {

class Tokens {
public:
  /// Of a text that scan() has accepted and that outlives them. Memory: O(tokens).
  explicit Tokens(std::string_view text);

  /// The exact text of the value, or key, that begins with that token.
  [[nodiscard]] std::string_view value(std::size_t token) const noexcept;
  /// The token behind that value.
  [[nodiscard]] std::size_t behind(std::size_t token) const noexcept { return tokens_[token].behind; }

private:
  struct Token {
    std::size_t byte;
    std::size_t behind;
  };

  std::string_view text_;
  std::vector<Token> tokens_; ///< and the end of the text
};

} // namespace artifactd::json
