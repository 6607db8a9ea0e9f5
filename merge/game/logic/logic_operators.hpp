// The operators of the dialect: those of json-logic-js 2.0.5, plus allPlayers, anyPlayer, lookup and length,
// which the game's run time adds.
#pragma once

#include "merge/game/logic/logic_evaluation.hpp"

#include <string_view>

namespace artifactd::game {

/// Exactly one of the two functions is set.
struct LogicOperator {
  std::string_view name;
  EagerOperator* eager = nullptr;
  LazyOperator* lazy = nullptr;
};

/// Whether it tests a field of every player: allPlayers and anyPlayer.
[[nodiscard]] constexpr bool tests_players(std::string_view operation) noexcept {
  return operation == "allPlayers" || operation == "anyPlayer";
}

/// Null for an unknown name.
[[nodiscard]] LogicOperator const* find_operator(std::string_view name) noexcept;

} // namespace artifactd::game
