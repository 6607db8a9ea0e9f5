// A parsed dice expression: sums and products of numbers and dice, as docs/dice.md defines them. Everything
// that can be checked without rolling is rejected here, with its byte: syntax, limits, tests that would never
// end.
#pragma once

#include "state/dice/dice_error.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace artifactd::dice {

inline constexpr std::size_t longest_expression = 256; ///< bytes
inline constexpr std::uint64_t most_dice = 1000;       ///< per expression, including added ones
inline constexpr std::uint64_t most_sides = 1'000'000;
inline constexpr std::uint64_t largest_number = 1'000'000'000;
inline constexpr std::int64_t largest_total = std::int64_t{1}
                                              << 53; ///< what a JSON number represents exactly
inline constexpr std::size_t deepest = 16;           ///< parentheses

/// What a die's value is compared with.
struct Test {
  enum class Compare : std::uint8_t { equal, at_least, at_most, above, below };
  Compare compare = Compare::equal;
  std::int64_t value = 0;
  [[nodiscard]] bool holds(std::int64_t face) const noexcept;
};

struct Keep {
  enum class Which : std::uint8_t { highest, lowest };
  Which which = Which::highest; ///< which ones are kept or dropped
  bool drops = false;
  std::uint64_t count = 1;
};

struct Reroll {
  Test test;
  bool once = false;
};

/// Dice of one kind and their modifiers, applied in the order of the members, however they were written.
struct Term {
  std::uint64_t count = 1;
  std::int64_t lowest = 1; ///< faces lowest … highest; -1 … 1 for a fudge die
  std::int64_t highest = 6;
  std::optional<Reroll> reroll = {};
  std::optional<Test> explode = {};
  std::optional<std::int64_t> least = {};    ///< mi: a lower value counts as this
  std::optional<std::int64_t> greatest = {}; ///< ma
  std::optional<Keep> keep = {};
  std::optional<Test> success = {}; ///< the term is the number of kept dice that match
  std::size_t byte = 0;

  [[nodiscard]] std::uint64_t sides() const noexcept {
    return static_cast<std::uint64_t>(highest - lowest + 1);
  }
};

/// The last node is the expression's root; operands come before their users, left before right.
struct Node {
  enum class What : std::uint8_t { number, term, negate, add, subtract, multiply, divide };
  What what;
  std::int64_t number = 0; ///< the value of a number, the index in `terms` of a term
  std::size_t left = 0;    ///< indices of the operands; `negate` uses only the left one
  std::size_t right = 0;
  bool rolls = false; ///< it contains dice
  std::size_t byte = 0;
};

struct Expression {
  std::vector<Node> nodes;
  std::vector<Term> terms;
};

[[nodiscard]] Judged<Expression> parse(std::string_view text);

} // namespace artifactd::dice
