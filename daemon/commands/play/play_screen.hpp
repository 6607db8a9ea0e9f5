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

  void remark(std::string_view text) const;
  /// Why what was typed is no step.
  void refuse(std::string_view why) const;
  void show(game::Value const& state) const;
  void show(play::RecordLine const& line) const;
  /// Who is to move, and their moves that are worth trying.
  void offer(play::PlayPhase const& phase, std::uint32_t player, std::vector<play::Move> const& legal) const;
  /// The referee is asked for a value, with what the instruction says about it.
  void ask(play::PlayInstruction const& instruction, std::string const& name, std::string const& phase) const;
  void end(game::Value const& state, std::string const& record) const;
  void halt(std::string const& why, std::string const& record) const;

private:
  /// For people only.
  void say(std::string_view text) const;
  [[nodiscard]] play::Step step_of(play::PlayPhase const& phase, play::Move const& move) const;
  static void print_line(game::Value const& json);

  Output output_;
  play::Runtime const& runtime_;
};

} // namespace artifactd
