// Rolls an expression: the same text and seed always give the same dice.
#pragma once

#include "state/dice/expression.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace artifactd::dice {

/// One die as it lay at some time, in table order: a rerolled one before its replacement, an exploded one
/// before the die it added.
struct Die {
  std::uint64_t sides = 6;
  std::int64_t value = 0; ///< what counts, after `mi` and `ma`
  std::int64_t face = 0;  ///< what was rolled
  bool rerolled = false;  ///< replaced by the next one; no longer in the pool
  bool exploded = false;  ///< added the next one
  bool dropped = false;
  bool success = false;
  [[nodiscard]] bool kept() const noexcept { return !rerolled && !dropped; }
};

struct Rolled {
  std::string expression;
  std::string seed;
  std::int64_t total = 0;
  std::int64_t modifier = 0; ///< the terms of the sum without dice: 3 of 1d20+3
  std::vector<Die> dice;     ///< of all terms, left to right
};

/// Errors of parse(), and those that only rolling reveals: too_many_dice, division_by_zero, total_too_large.
[[nodiscard]] Judged<Rolled> roll(std::string_view text, std::string_view seed);

/// {expression, seed, generator, total, modifier, rolls, dice}; `rolls` are the values of the kept dice.
[[nodiscard]] nlohmann::ordered_json to_json(Rolled const& rolled);

/// Parses the output of to_json(); std::nullopt for anything else.
[[nodiscard]] std::optional<Rolled> rolled_from_json(nlohmann::ordered_json const& json);

/// "4d6kh3 = 16  [5 5 (4) 6]": dropped dice in parentheses, rerolled ones struck out as ~1~, `!` after one
/// that exploded.
[[nodiscard]] std::string to_text(Rolled const& rolled);

} // namespace artifactd::dice
