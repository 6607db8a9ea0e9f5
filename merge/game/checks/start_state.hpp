// The state of a game after its init transition, as far as it can be known in advance: two players, created
// when first needed, and the values its operations set directly.
#pragma once

#include "merge/game/game.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::game {

struct StartState {
  using Fields = std::map<std::string, JsonNode const*, std::less<>>; ///< null: set, but without a value
  std::map<std::string, Fields, std::less<>> players;
  Fields game;

  /// One entry per player, whether it has the field or not: null if it was not set.
  [[nodiscard]] std::vector<JsonNode const*> values_of(std::string_view player_field) const;
};

/// The first transition out of init; null if there is none.
[[nodiscard]] Transition const* init_transition(Game const& game);

/// As in the pipeline's simulation: setForAllPlayers sets both players, a set of one unnamed player only the
/// first, an rng takes its first choice; everything else is skipped.
[[nodiscard]] StartState start_state(std::vector<Operation> const& operations);

} // namespace artifactd::game
