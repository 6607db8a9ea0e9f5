// Players by join order. Artifacts and language models say player1, player2; the state uses the players' real
// ids. Only paths are translated, and only in the forms the game's run time translates: anything else that
// looks like a player stays unchanged.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

struct PlayerMapping {
  std::vector<std::string> ids; ///< real ids in join order: player1 is the first

  /// "player1" … "player<N>", in exactly this spelling; std::nullopt for any other name.
  [[nodiscard]] std::optional<std::string_view> real_id(std::string_view alias) const;
};

/// players.player<N>.rest with the real id in place of player<N>. The alias stays unchanged without a field
/// after it (players.player1), in brackets (players[player1].score), as p1 or beyond the number of players.
[[nodiscard]] std::string with_real_player(std::string_view path, PlayerMapping const& mapping);

/// The paths that an operation with this path affects: one, unless it names all players. players.[*].f is one
/// path for each player. players[*].f gives as many, but the id is appended to the word: "players<id>.f", a
/// key that nothing reads. That is what the run time does, and states of real games have such keys; it is a
/// mistake of the path's author. Without players, a path that names all of them stays unchanged.
[[nodiscard]] std::vector<std::string> real_paths(std::string_view path, PlayerMapping const& mapping);

} // namespace artifactd::game
