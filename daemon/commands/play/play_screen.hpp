// What a player sees of a game: lines for people, or one JSON object per line for programs.
#pragma once

#include "daemon/commands/commands.hpp"
#include "merge/play/record/record_line.hpp"
#include "merge/play/runtime/moves.hpp"

#include <string>
#include <vector>

namespace artifactd {

class PlayScreen {
public:
  PlayScreen(Output output, play::Runtime const& runtime) : output_(output), runtime_(runtime) {}

  /// For people only.
  void say(std::string_view text) const;
  /// Why what was typed is no step.
  void refuse(std::string_view why) const;
  void show(play::RecordLine const& line) const;
  /// Who is to move, and their moves that are worth trying.
  void offer(play::PlayPhase const& phase, std::uint32_t player, std::vector<play::Move> const& legal) const;
  /// What an instruction says about the things it does not compute itself.
  void guide(play::PlayInstruction const& instruction) const;
  void end(game::Value const& state, std::string const& record) const;
  void halt(std::string const& why, std::string const& record) const;

private:
  [[nodiscard]] play::Step step_of(play::PlayPhase const& phase, play::Move const& move) const;
  static void print_line(game::Value const& json);

  Output output_;
  play::Runtime const& runtime_;
};

} // namespace artifactd
