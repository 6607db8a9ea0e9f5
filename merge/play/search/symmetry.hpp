// Players whom a game treats alike: two states that differ only in which player has which part lead to the
// same results, so a search visits only one of them. Players are alike if nothing names one of them (no path,
// no logic, no value), and nothing that is read keeps the id of one.
#pragma once

#include "merge/play/runtime/runtime.hpp"

#include <optional>
#include <vector>

namespace artifactd::play {

/// For each seat, whose part of the state it has.
using Seats = std::vector<std::uint32_t>;

class Symmetry {
public:
  /// std::nullopt unless all players are alike from the beginning of the game. In doubt they are not.
  static std::optional<Symmetry> of(Runtime& runtime);

  /// Sorts the players' parts of a state into one order, the same for all states that are alike. The result
  /// is valid until the next call.
  Seats const& sort(Row& row);

private:
  explicit Symmetry(Runtime& runtime);

  Runtime* runtime_;
  Slot first_; ///< of the first player's part
  Slot width_; ///< of each part
  Seats seats_;
  Row before_;
};

/// A chosen value: if it is a player's id, replaced by the id of the player whose part it is by `seats`.
[[nodiscard]] ValueId with_seats(ValueId value, Seats const& seats, Runtime& runtime);

} // namespace artifactd::play
