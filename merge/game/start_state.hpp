// What a game looks like once its init transition has run, as far as that can be known beforehand: two
// players made when first needed, and the values its operations set outright.
#pragma once

#include "merge/game/game.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::game {

struct StartState {
  using Fields = std::map<std::string, JsonNode const*, std::less<>>; ///< null: set, but to nothing
  std::map<std::string, Fields, std::less<>> players;
  Fields game;

  /// Of each player that has it or not: null where it was not set.
  [[nodiscard]] std::vector<JsonNode const*> values_of(std::string_view player_field) const;
};

/// The first transition out of init; null where there is none.
[[nodiscard]] Transition const* init_transition(Game const& game);

/// As the pipeline's simulation has it: setForAllPlayers sets both players, a set of one unnamed player the
/// first alone, a chance its first choice; everything else is passed over.
[[nodiscard]] StartState start_state(std::vector<Operation> const& operations);

} // namespace artifactd::game
