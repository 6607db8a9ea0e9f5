// A game in progress: one step after the other, each with the line of its record. The caller makes all
// choices; nothing here asks anybody.
#pragma once

#include "merge/play/record/record_walk.hpp"
#include "merge/play/runtime/moves.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::play {

class LivePlay {
public:
  explicit LivePlay(Runtime& runtime)
      : runtime_(runtime), row_(runtime.start()), digest_(state_digest_now()) {}

  /// Continues after the last line of a log. False if `point` is not a state of this game.
  bool go_on(WalkPoint const& point, RecordLine const& last);

  [[nodiscard]] bool begun() const noexcept { return begun_; }
  /// Only for a game that has begun.
  [[nodiscard]] Standing standing() { return runtime_.standing(row_); }
  [[nodiscard]] Row const& row() const noexcept { return row_; }
  [[nodiscard]] Value state() const;
  /// Empty if the state names none.
  [[nodiscard]] std::string phase() const;
  /// The transition due to fire: the first, or the one whose preconditions hold; null if there is none.
  [[nodiscard]] PlayTransition const* due();

  /// Takes a step and returns its line, or a line of kind error, which changes nothing.
  RecordLine take(Step const& step, std::string source);

  /// Back to before the last action of one of these players: a line of kind restart. std::nullopt if none of
  /// them has acted.
  std::optional<RecordLine> undo(std::span<std::string const> players);

private:
  struct Before {
    Row row;
    std::uint64_t step;
    std::string player;
  };
  [[nodiscard]] std::string state_digest_now() const;
  RecordLine line(RecordLine::Kind kind);

  Runtime& runtime_;
  Row row_;
  bool begun_ = false;
  std::uint64_t steps_ = 0;
  std::uint64_t turns_ = 0;
  std::string digest_;
  std::vector<Before> actions_;
};

} // namespace artifactd::play
