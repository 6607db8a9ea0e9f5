// The moves of players in a state: every action whose checks allow it, with every input worth trying.
#pragma once

#include "merge/play/search/domains.hpp"

#include <span>
#include <vector>

namespace artifactd::play {

/// The most combinations of inputs that are tried for one action and one player.
inline constexpr std::size_t most_inputs = 512;

struct Move {
  std::uint32_t player;
  std::uint32_t action;               ///< index in the phase
  std::vector<ValueId> const* inputs; ///< one for each input of the action; valid as long as the Moves
};

class Moves {
public:
  explicit Moves(Runtime& runtime);

  /// For a state that waits, ordered by player and then as in the artifact.
  [[nodiscard]] std::vector<Move> legal(PlayPhase const& phase, std::span<ValueId const> row);

  /// Whether inputs were left out because there were too many combinations.
  [[nodiscard]] bool left_some_out() const noexcept { return left_some_out_; }

private:
  using Inputs = std::vector<std::vector<ValueId>>;
  struct OfAction {
    std::uint32_t id;
    std::vector<Domain> domains;
    std::vector<std::vector<Slot>> reads; ///< for each player: what its legal inputs depend on
  };

  Inputs const& legal_inputs(PlayAction const& action, std::size_t player, std::span<ValueId const> row);
  [[nodiscard]] Inputs find_inputs(PlayAction const& action, OfAction const& known, std::size_t player,
                                   std::span<ValueId const> row);

  Runtime& runtime_;
  std::map<PlayAction const*, OfAction> actions_;
  Memo known_;
  std::deque<Inputs> inputs_; ///< a deque: its elements never move
  bool left_some_out_ = false;
};

} // namespace artifactd::play
