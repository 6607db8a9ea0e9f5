// Players whom a game treats alike: two states that differ only in who has which part of it lead to the same
// things, so a search looks at one of them. They are alike if nothing names one of them (no path, no logic,
// no value), and nothing that is read keeps the id of one.
#pragma once

#include "merge/play/runtime.hpp"

#include <optional>
#include <vector>

namespace artifactd::play {

/// For each seat, whose part of the state it has.
using Seats = std::vector<std::uint32_t>;

class Symmetry {
public:
  /// Nothing unless all players are alike from the beginning of the game on. When in doubt they are not.
  static std::optional<Symmetry> of(Runtime& runtime);

  /// Puts the players' parts of a state into one order, the same for all states that are alike. The result
  /// is good until the next call.
  Seats const& sort(Row& row);

  [[nodiscard]] std::size_t players() const noexcept { return seats_.size(); }

private:
  explicit Symmetry(Runtime& runtime);

  Runtime* runtime_;
  Slot first_; ///< of the first player's part
  Slot width_; ///< of each
  Seats seats_;
  Row before_;
};

/// A value that somebody chose: with the id of the player whose part `seats` says it is, where it is an id.
[[nodiscard]] ValueId with_seats(ValueId value, Seats const& seats, Runtime& runtime);

} // namespace artifactd::play
