// What a person types while a game is played, as a move and as a value.
#pragma once

#include "merge/play/runtime/moves.hpp"

#include <deque>
#include <expected>
#include <string>
#include <vector>

namespace artifactd {

/// JSON, or the text itself.
[[nodiscard]] game::Value typed_value(std::string const& text);

class TypedMoves {
public:
  /// `runtime` outlives it.
  explicit TypedMoves(play::Runtime& runtime) : runtime_(runtime) {}

  struct Typed {
    play::Move move; ///< valid as long as the TypedMoves and what `move_in` was given
    bool is_listed;  ///< it is one of the legal moves
  };
  /// The number of a legal move; {"actionId": …, "input": {…}}; or: action name=value … Otherwise why it is
  /// no move. It may be impossible unless it is listed.
  [[nodiscard]] std::expected<Typed, std::string> move_in(std::string const& line,
                                                          play::PlayPhase const& phase, std::uint32_t player,
                                                          std::vector<play::Move> const& legal);

private:
  play::Runtime& runtime_;
  std::deque<std::vector<play::ValueId>> inputs_; ///< elements never move
};

} // namespace artifactd
