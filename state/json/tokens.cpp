#include "state/json/tokens.hpp"

#include "state/json/scalar.hpp"
#include "state/json/token_starts.hpp"

namespace artifactd::json {

Tokens::Tokens(std::string_view text) : text_(text) {
  std::vector<std::size_t> open;
  TokenStarts starts(text);
  while (starts.advance()) {
    for (auto const offset : starts.offsets()) {
      auto const byte = starts.base() + offset;
      auto const token = tokens_.size();
      tokens_.push_back({byte, token + 1});
      auto const c = text[byte];
      if (c == '{' || c == '[') {
        open.push_back(token);
      } else if ((c == '}' || c == ']') && !open.empty()) {
        tokens_[open.back()].behind = token + 1;
        open.pop_back();
      }
    }
  }
  tokens_.push_back({text.size(), tokens_.size()});
}

std::string_view Tokens::value(std::size_t token) const noexcept {
  auto const begin = tokens_[token].byte;
  return text_.substr(begin, trimmed_end(text_, tokens_[behind(token)].byte) - begin);
}

} // namespace artifactd::json
