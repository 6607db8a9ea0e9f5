// Players by the order they joined in. Artifacts and language models say player1, player2; the state knows
// players by their real ids. Only paths are translated, and only in the forms the game's run time translates:
// what else looks like a player is left as it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

struct PlayerMapping {
  std::vector<std::string> ids; ///< real ids in join order: player1 is the first

  /// "player1" … "player<N>", as they are spelt here; nothing for every other name.
  [[nodiscard]] std::optional<std::string_view> real_id(std::string_view alias) const;
};

/// players.player<N>.rest with the real id in place of player<N>. Without a field behind it
/// (players.player1), in brackets (players[player1].score), as p1 or beyond the players there are, the alias
/// stays as it is.
[[nodiscard]] std::string with_real_player(std::string_view path, PlayerMapping const& mapping);

/// The paths an operation with this path is about: one, unless it names all players. players.[*].f is one
/// path for each player. players[*].f gives as many, but the id lands behind the word: "players<id>.f", a key
/// nothing reads. That is what the run time does, and states of real games have such keys; it is a mistake of
/// whoever wrote the path. Without players, a path that names all of them stays as it is.
[[nodiscard]] std::vector<std::string> real_paths(std::string_view path, PlayerMapping const& mapping);

} // namespace artifactd::game
