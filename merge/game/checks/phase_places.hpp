// Where the phases of a game are declared, for findings about one of them.
#pragma once

#include "merge/game/game.hpp"

#include <map>
#include <string>
#include <string_view>

namespace artifactd::game {

class PhasePlaces {
public:
  /// Keeps references into the game.
  explicit PhasePlaces(Game const& game);

  /// The phase's element in the list of phases; the transitions if it is not listed.
  [[nodiscard]] Part of(std::string_view phase) const;

private:
  Part transitions_;
  std::map<std::string, JsonNode const*, std::less<>> declared_;
};

} // namespace artifactd::game
