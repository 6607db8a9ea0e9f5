// The operators of the dialect: those of json-logic-js 2.0.5, and allPlayers, anyPlayer, lookup and length,
// which the game's run time adds.
#pragma once

#include "merge/game/logic_evaluation.hpp"

#include <string_view>

namespace artifactd::game {

/// One of the two is set.
struct LogicOperator {
  std::string_view name;
  EagerOperator* eager = nullptr;
  LazyOperator* lazy = nullptr;
};

/// Null for a name that is none.
[[nodiscard]] LogicOperator const* find_operator(std::string_view name) noexcept;

} // namespace artifactd::game
