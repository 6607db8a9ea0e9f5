// What a player may see: the public fields of the game, and the player's own row. The rest of the evidence is
// for the operator.
#pragma once

#include "merge/play/runtime/runtime.hpp"

#include <string>
#include <string_view>

namespace artifactd::report {

enum class Reveal : std::uint8_t {
  own, ///< the game's fields and the player's own
  all
};

struct Seat {
  std::string player; ///< empty: somebody who does not play and sees only the public fields
  Reveal reveal = Reveal::own;

  /// `path` of a field: "game.round" or "players.ada.score".
  [[nodiscard]] bool sees(std::string_view path) const {
    if (reveal == Reveal::all || !path.starts_with("players.")) return true;
    path.remove_prefix(8);
    return !player.empty() && path.substr(0, path.find('.')) == player;
  }
};

/// What the seat sees of a state: {game, players: {<own>: …}}.
[[nodiscard]] inline play::Value seen_state(Seat const& seat, play::Value const& state) {
  if (seat.reveal == Reveal::all || !state.is_object() || !state.contains("players")) return state;
  auto seen = state;
  auto rows = play::Value::object();
  if (state["players"].contains(seat.player)) rows[seat.player] = state["players"][seat.player];
  seen["players"] = std::move(rows);
  return seen;
}

} // namespace artifactd::report
