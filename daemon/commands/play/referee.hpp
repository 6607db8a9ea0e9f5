// The person as a referee: decides what only a model can compute in a step.
#pragma once

#include "daemon/commands/line_input.hpp"
#include "daemon/commands/play/play_screen.hpp"
#include "merge/play/record/live_play.hpp"

namespace artifactd {

class Referee {
public:
  /// All outlive it.
  Referee(play::Runtime& runtime, PlayScreen const& screen, LineInput& input)
      : runtime_(runtime), screen_(screen), input_(input) {}

  enum class Said : std::uint8_t { values, undo, quit };

  /// Asks for each open value of the instruction, and puts it into `chosen`, whether it fits or not. Commands
  /// are no values: `/state` prints the state of `live`, the others end the questions, as the end of the
  /// input does.
  [[nodiscard]] Said ask(play::PlayInstruction const& instruction, play::LivePlay const& live,
                         play::Chosen& chosen);

private:
  play::Runtime& runtime_;
  PlayScreen const& screen_;
  LineInput& input_;
};

} // namespace artifactd
