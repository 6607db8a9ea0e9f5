// The state of a game as a row of values: one slot for each field named by the artifacts, first those of the
// game, then those of each player in join order. Unnamed members share one last slot in each part.
#pragma once

#include "merge/play/runtime/value_pool.hpp"
#include "state/platform/result.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::play {

using Slot = std::uint32_t;
using Row = std::vector<ValueId>;

/// The most players in a game.
inline constexpr std::size_t most_players = 64;

class Layout {
public:
  Layout(std::vector<std::string> game_fields, std::vector<std::string> player_fields,
         std::vector<std::string> players);

  [[nodiscard]] std::vector<std::string> const& players() const noexcept { return players_; }
  [[nodiscard]] std::size_t size() const noexcept { return first_of_player(players_.size()); }

  [[nodiscard]] std::optional<std::size_t> player(std::string_view id) const;
  /// The slot of a field, or that of the unnamed members.
  [[nodiscard]] Slot game(std::string_view field) const;
  [[nodiscard]] Slot of_player(std::size_t player, std::string_view field) const;
  [[nodiscard]] std::vector<Slot> whole_game() const;
  [[nodiscard]] std::vector<Slot> whole_player(std::size_t player) const;
  [[nodiscard]] std::vector<Slot> whole_state() const;

  /// Maps the slot of any player's field to the first player's; returns others unchanged.
  [[nodiscard]] Slot shared(Slot slot) const noexcept {
    auto const first = first_of_player(0);
    return slot < first ? slot : first + (slot - first) % static_cast<Slot>(player_fields_.size() + 1);
  }

  /// "round", "score"; std::nullopt for the slot of unnamed members.
  [[nodiscard]] std::optional<std::string> field(Slot slot) const;
  /// "game.round", "players.score" (for any player); std::nullopt for the slot of unnamed members.
  [[nodiscard]] std::optional<std::string> schema_path(Slot slot) const;
  /// "game.round", "players.bob.score".
  [[nodiscard]] std::string path(Slot slot) const;

  /// {game, players} with only the values of these slots; all players are included.
  [[nodiscard]] Value state(std::span<ValueId const> row, ValuePool const& pool,
                            std::span<Slot const> slots) const;
  [[nodiscard]] Value state(std::span<ValueId const> row, ValuePool const& pool) const;
  /// Fault::invalid unless game, players and each player are objects, and the players are those of the
  /// layout.
  [[nodiscard]] Result<Row> row(Value const& state, ValuePool& pool) const;

private:
  [[nodiscard]] Slot first_of_player(std::size_t player) const noexcept {
    return static_cast<Slot>(game_fields_.size() + 1 + player * (player_fields_.size() + 1));
  }
  [[nodiscard]] bool is_rest(Slot slot) const noexcept;

  using Index = std::map<std::string, Slot, std::less<>>;
  std::vector<std::string> game_fields_;
  std::vector<std::string> player_fields_;
  std::vector<std::string> players_;
  Index game_index_;
  Index player_index_;
};

} // namespace artifactd::play
