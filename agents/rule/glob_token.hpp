// A glob's text as tokens, and the token sequences its braces stand for. What cannot be a glob is refused
// here, at its byte: brackets and braces that do not close, reversed ranges, braces nested or multiplied
// beyond bounds.
#pragma once

#include "agents/rule/glob.hpp"

#include <cstdint>
#include <vector>

namespace artifactd::extraction {

struct GlobToken {
  enum class Kind : std::uint8_t { literal, star, any, character_class, slash, open, comma, close };
  Kind kind;
  std::size_t byte;
  std::string regex{}; ///< of a literal or a class
};

using GlobTokens = std::vector<GlobToken>;

[[nodiscard]] std::unexpected<GlobFault> glob_fault(std::size_t byte, std::string message, std::string hint);

[[nodiscard]] std::expected<GlobTokens, GlobFault> glob_tokens(std::string_view text);

/// Without braces: every choice of alternatives, in order.
[[nodiscard]] std::expected<std::vector<GlobTokens>, GlobFault> alternatives(GlobTokens const& tokens);

} // namespace artifactd::extraction
