// What `artifactctl status` prints for a person, as lines: whether artifactd runs and how much waits for
// whom, then what is stuck, by who has to act, then the rest. The brief form fits on one screen: every stuck
// thing has a line, equal ones of agents and of artifactd share one, those that only an operator can fix have
// their command below, and lists that are too long are folded, the least urgent first.
#pragma once

#include "daemon/commands/commands.hpp"
#include "daemon/queries/status.hpp"
#include "daemon/terminal/display_text.hpp"
#include "daemon/terminal/terminal.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct StatusForm {
  StatusOptions::Detail detail = StatusOptions::Detail::brief;
  ScreenSize size = {}; ///< lines of the brief form are cut to the width, except for commands
  Colour colour = Colour::off;
  Charset charset = Charset::utf8;
  std::int64_t now_ns = 0; ///< wall time, for the age of each row; 0: none is shown
};

[[nodiscard]] std::vector<std::string> status_lines(StatusFound const& found, StatusForm const& form);

} // namespace artifactd
