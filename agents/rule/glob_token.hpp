// A glob's text as tokens, and the token sequences its braces expand to. An invalid glob is refused here,
// with the byte: unclosed brackets and braces, reversed ranges, braces nested or multiplied beyond the
// limits.
#pragma once

#include "agents/rule/glob.hpp"

#include <cstdint>
#include <vector>

namespace artifactd::extraction {

struct GlobToken {
  enum class Kind : std::uint8_t { literal, star, any, character_class, slash, open, comma, close };
  Kind kind;
  std::size_t byte;
  std::string regex{}; ///< for a literal or a class
};

using GlobTokens = std::vector<GlobToken>;

[[nodiscard]] std::unexpected<GlobFault> glob_fault(std::size_t byte, std::string message, std::string hint);

[[nodiscard]] std::expected<GlobTokens, GlobFault> glob_tokens(std::string_view text);

/// The expansion without braces: every choice of alternatives, in order.
[[nodiscard]] std::expected<std::vector<GlobTokens>, GlobFault> alternatives(GlobTokens const& tokens);

} // namespace artifactd::extraction
