// Rolls an expression: the same text and seed give the same dice for ever.
#pragma once

#include "state/dice/expression.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace artifactd::dice {

/// One die as it lay at some time, in the order of the table: a rerolled one before its replacement, one that
/// exploded before the die it added.
struct Die {
  std::uint64_t sides = 6;
  std::int64_t value = 0; ///< what counts, after `mi` and `ma`
  std::int64_t face = 0;  ///< what was rolled
  bool rerolled = false;  ///< replaced by the one behind it; not in the pool any more
  bool exploded = false;  ///< added the one behind it
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

/// Errors of parse(), and those only rolling shows: too_many_dice, division_by_zero, total_too_large.
[[nodiscard]] Judged<Rolled> roll(std::string_view text, std::string_view seed);

/// {expression, seed, generator, total, modifier, rolls, dice}; `rolls` are the values of the kept dice.
[[nodiscard]] nlohmann::ordered_json to_json(Rolled const& rolled);

/// What to_json() wrote; nothing for anything else.
[[nodiscard]] std::optional<Rolled> rolled_from_json(nlohmann::ordered_json const& json);

/// "4d6kh3 = 16  [5 5 (4) 6]": dropped dice in parentheses, rerolled ones struck as ~1~, `!` behind one that
/// exploded.
[[nodiscard]] std::string to_text(Rolled const& rolled);

} // namespace artifactd::dice
