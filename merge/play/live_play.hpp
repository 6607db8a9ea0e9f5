// A game that is being played: one step after the other, each with the line of its record. Whoever plays it
// chooses; nothing here asks anybody.
#pragma once

#include "merge/play/moves.hpp"
#include "merge/play/record_walk.hpp"

#include <string>
#include <vector>

namespace artifactd::play {

class LivePlay {
public:
  explicit LivePlay(Runtime& runtime)
      : runtime_(runtime), row_(runtime.start()), digest_(state_digest_now()) {}

  /// Goes on behind the last line of a log. False where `point` is no state of this game.
  bool go_on(WalkPoint const& point, RecordLine const& last);

  [[nodiscard]] bool begun() const noexcept { return begun_; }
  /// Of a game that has begun.
  [[nodiscard]] Standing standing() { return runtime_.standing(row_); }
  [[nodiscard]] Row const& row() const noexcept { return row_; }
  [[nodiscard]] Value state() const;
  /// The transition that is to fire: the first, or the one whose preconditions hold; null where none does.
  [[nodiscard]] PlayTransition const* due();

  /// Takes a step and gives its line, or a line of kind error, which changes nothing.
  RecordLine take(Step const& step, std::string source);

  /// Back to where the player was about to act last: a line of kind restart. Nothing where the player has not
  /// acted.
  std::optional<RecordLine> undo(std::string_view player);

private:
  struct Before {
    Row row;
    std::uint64_t step;
    std::string player;
  };
  [[nodiscard]] std::string state_digest_now() const;
  [[nodiscard]] std::string phase_now() const;
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
