#include "daemon/commands/play/referee.hpp"

#include "daemon/commands/play/typed_move.hpp"

namespace artifactd {

Referee::Said Referee::ask(play::PlayInstruction const& instruction, play::LivePlay const& live,
                           play::Chosen& chosen) {
  for (std::size_t i = 0; i < instruction.names.size();) {
    auto const& name = instruction.names[i];
    if (name.kind != play::TemplateName::Kind::open) {
      ++i;
      continue;
    }
    screen_.ask(instruction, name.text, live.phase());
    auto const line = input_.read();
    if (!line || *line == "/quit") return Said::quit;
    if (*line == "/undo") return Said::undo;
    if (*line == "/state")
      screen_.show(live.state());
    else if (line->starts_with('/'))
      screen_.refuse("there is no such command: /state, /undo, /quit");
    else
      chosen.open[i++] = line->empty() ? play::absent : runtime_.pool().id_of(typed_value(*line));
  }
  return Said::values;
}

} // namespace artifactd
