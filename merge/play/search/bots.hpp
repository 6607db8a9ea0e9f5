// Players that are programs. Each sees the state and picks one of the moves worth trying.
#pragma once

#include "merge/play/runtime/moves.hpp"
#include "merge/play/search/chance.hpp"

#include <optional>
#include <string_view>

namespace artifactd::play {

enum class Bot : std::uint8_t {
  first,       ///< the first legal move
  random,      ///< each equally likely
  least,       ///< the action it used least
  boundary,    ///< the last move of an action: the largest inputs
  greedy,      ///< the move that at once raises its own numbers most above the others'
  monte_carlo, ///< the move that wins most often in random continuations
};
[[nodiscard]] std::optional<Bot> bot_from(std::string_view word) noexcept;
/// "first, random, …"
[[nodiscard]] std::string bot_words();

class BotPlayer {
public:
  /// The playouts for each move that Monte-Carlo considers, and the most steps of one.
  static constexpr int playouts = 24;
  static constexpr int playout_steps = 200;

  BotPlayer(Bot bot, Runtime& runtime, Moves& moves)
      : bot_(bot), runtime_(runtime), moves_(moves), choices_(runtime) {}

  /// Picks one of the moves of one player; `legal` is not empty.
  [[nodiscard]] Move pick(PlayPhase const& phase, std::span<ValueId const> row,
                          std::vector<Move> const& legal, Chance& chance);

private:
  [[nodiscard]] double worth(Move const& move, PlayPhase const& phase, std::span<ValueId const> row,
                             Chance& chance);
  [[nodiscard]] double lead(std::span<ValueId const> row, std::size_t player) const;
  [[nodiscard]] double played_on(Row row, std::size_t player, Chance& chance);

  Bot bot_;
  Runtime& runtime_;
  Moves& moves_;
  ChanceChoices choices_;
  std::map<std::pair<PlayPhase const*, std::uint32_t>, std::size_t> used_;
};

} // namespace artifactd::play
