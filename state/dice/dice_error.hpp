// What is wrong with a dice expression, and at which byte. Codes are stable; message and hint are for people.
// Source: the grammar and the limits of docs/dice.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace artifactd::dice {

/// dice_error.cpp has their words in this order.
enum class Code : std::uint8_t {
  empty,
  too_long,
  unexpected,       ///< a character that is not allowed, or not here
  ended,            ///< the expression is incomplete
  dialect,          ///< another program's notation that this grammar does not support
  number_too_large, ///< beyond 10^9
  no_dice,          ///< 0d6
  no_sides,         ///< 1d0
  too_many_sides,   ///< beyond 1,000,000
  too_many_dice,    ///< beyond 1,000, including those added by rerolls and explosions
  too_deep,         ///< more than 16 parentheses
  modifier_twice,   ///< two of one kind on one term
  endless,          ///< every face is rolled again
  division_by_zero,
  total_too_large, ///< beyond 2^53
};
/// As in JSON: "too_many_dice".
[[nodiscard]] std::string_view code_word(Code code) noexcept;

struct DiceError {
  Code code;
  std::size_t byte;      ///< 0-based, in the expression
  std::string message;   ///< one sentence
  std::string hint = {}; ///< what to write instead; may be empty
};

/// {code, byte, message, hint}
[[nodiscard]] nlohmann::ordered_json to_json(DiceError const& error);

template <class T>
using Judged = std::expected<T, DiceError>;

[[nodiscard]] inline std::unexpected<DiceError> wrong(Code code, std::size_t byte, std::string message,
                                                      std::string hint = {}) {
  return std::unexpected(DiceError{code, byte, std::move(message), std::move(hint)});
}

} // namespace artifactd::dice
