#include "agents/rule/glob_token.hpp"

#include "state/vocabulary/utf8.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <re2/re2.h>

namespace artifactd::extraction {

std::unexpected<GlobFault> glob_fault(std::size_t byte, std::string message, std::string hint) {
  return std::unexpected(GlobFault{byte, std::move(message), std::move(hint)});
}

namespace {

using Kind = GlobToken::Kind;

char32_t decoded(std::string_view character) {
  auto const lead = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return lead;
  char32_t value = lead & (0xFFU >> (character.size() + 1));
  for (char const c : character.substr(1))
    value = value << 6 | (static_cast<unsigned char>(c) & 0x3FU);
  return value;
}

/// Turns text into tokens, one character at a time.
class Tokeniser {
public:
  explicit Tokeniser(std::string_view text) : text_(text) {}

  std::expected<GlobTokens, GlobFault> run() {
    while (at_ < text_.size()) {
      std::size_t const begin = at_;
      if (text_[begin] == '[') {
        auto regex = character_class();
        if (!regex) return std::unexpected(std::move(regex).error());
        tokens_.push_back({Kind::character_class, begin, *std::move(regex)});
        continue;
      }
      auto const character = take();
      auto const kind = kind_of(character.front());
      re2::StringPiece const piece(character.data(), character.size());
      tokens_.push_back({kind, begin, kind == Kind::literal ? re2::RE2::QuoteMeta(piece) : std::string()});
    }
    return std::move(tokens_);
  }

private:
  Kind kind_of(char c) {
    switch (c) {
    case '*':
      return Kind::star;
    case '?':
      return Kind::any;
    case '/':
    case '\\':
      return Kind::slash;
    case '{':
      ++braces_;
      return Kind::open;
    case '}':
      braces_ -= braces_ > 0 ? 1 : 0;
      return Kind::close;
    case ',':
      return braces_ > 0 ? Kind::comma : Kind::literal;
    default:
      return Kind::literal;
    }
  }

  std::string_view take() {
    auto const length = std::max<std::size_t>(1, sequence_length(text_, at_));
    auto const character = text_.substr(at_, length);
    at_ += length;
    return character;
  }

  [[nodiscard]] char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  /// From the opening to the closing bracket. A component contains no '/', so no range may include it.
  std::expected<std::string, GlobFault> character_class() {
    std::size_t const begin = at_++;
    bool const negated = next() == '!' || next() == '^';
    if (negated) ++at_;
    std::string regex = negated ? "[^/" : "[";
    for (bool first = true; first || next() != ']'; first = false) {
      if (at_ >= text_.size())
        return glob_fault(begin, "this [ is not closed",
                          "Close it with ], or write [[] for the character itself.");
      std::size_t const member = at_;
      char32_t const low = decoded(take());
      char32_t high = low;
      if (next() == '-' && at_ + 1 < text_.size() && text_[at_ + 1] != ']') {
        ++at_;
        high = decoded(take());
      }
      if (low == '/' || low == '\\' || high == '/' || high == '\\')
        return glob_fault(member, "a class in [ ] cannot hold a slash",
                          "A class stands for one character of a name.");
      if (high < low)
        return glob_fault(member, "this range is empty", "Write the smaller character first, as in [a-z].");
      add_range(regex, low, high);
    }
    ++at_;
    return regex + ']';
  }

  static void add_range(std::string& regex, char32_t low, char32_t high) {
    auto const add = [&](char32_t from, char32_t to) {
      if (from <= to)
        regex += fmt::format("\\x{{{:X}}}-\\x{{{:X}}}", static_cast<std::uint32_t>(from),
                             static_cast<std::uint32_t>(to));
    };
    if (low > '/' || high < '/') return add(low, high);
    add(low, '/' - 1);
    add('/' + 1, high);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t braces_ = 0;
  GlobTokens tokens_;
};

/// Expands braces recursively; each level is one pair of braces.
class Expansion {
public:
  explicit Expansion(GlobTokens const& tokens) : tokens_(tokens) {}

  std::expected<std::vector<GlobTokens>, GlobFault> run() {
    auto all = sequence();
    if (all && at_ < tokens_.size())
      return glob_fault(tokens_[at_].byte, "this } closes nothing",
                        "Open it with {, or write [}] for the character itself.");
    return all;
  }

private:
  /// Up to a comma or closing brace of the enclosing pair, or the end.
  std::expected<std::vector<GlobTokens>, GlobFault> sequence() {
    std::vector<GlobTokens> so_far(1);
    while (at_ < tokens_.size() && tokens_[at_].kind != Kind::comma && tokens_[at_].kind != Kind::close) {
      GlobToken const& token = tokens_[at_++];
      if (token.kind != Kind::open) {
        for (auto& each : so_far)
          each.push_back(token);
        continue;
      }
      auto const choices = group(token.byte);
      if (!choices) return std::unexpected(choices.error());
      if (so_far.size() * choices->size() > GlobLimits::alternatives) return too_many(token.byte);
      so_far = product(so_far, *choices);
    }
    return so_far;
  }

  std::expected<std::vector<GlobTokens>, GlobFault> group(std::size_t open) {
    if (++depth_ > GlobLimits::braces)
      return glob_fault(open, "braces are nested too deep", "Write the alternatives without nesting.");
    std::vector<GlobTokens> choices;
    while (true) {
      auto next = sequence();
      if (!next) return next;
      std::ranges::move(*next, std::back_inserter(choices));
      if (choices.size() > GlobLimits::alternatives) return too_many(open);
      if (at_ >= tokens_.size())
        return glob_fault(open, "this { is not closed",
                          "Close it with }, or write [{] for the character itself.");
      if (tokens_[at_++].kind == Kind::close) break;
    }
    --depth_;
    return choices;
  }

  static std::vector<GlobTokens> product(std::vector<GlobTokens> const& heads,
                                         std::vector<GlobTokens> const& tails) {
    std::vector<GlobTokens> all;
    for (auto const& head : heads)
      for (auto const& tail : tails) {
        all.push_back(head);
        all.back().insert(all.back().end(), tail.begin(), tail.end());
      }
    return all;
  }

  static std::unexpected<GlobFault> too_many(std::size_t byte) {
    return glob_fault(byte, fmt::format("the braces expand to more than {} globs", GlobLimits::alternatives),
                      "Use * or ? where the alternatives differ.");
  }

  GlobTokens const& tokens_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

} // namespace

std::expected<GlobTokens, GlobFault> glob_tokens(std::string_view text) {
  return Tokeniser(text).run();
}

std::expected<std::vector<GlobTokens>, GlobFault> alternatives(GlobTokens const& tokens) {
  return Expansion(tokens).run();
}

} // namespace artifactd::extraction
