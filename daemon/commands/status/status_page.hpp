// What `artifactctl status` prints for a person, as lines: whether artifactd runs and how much waits for
// whom, then what is stuck, by who has to act, then the rest. The brief form fits on one screen: every stuck
// thing has a line, those that only an operator can fix have their command below, and lists that are too long
// are folded, the least urgent first.
#pragma once

#include "daemon/commands/commands.hpp"
#include "daemon/commands/display_text.hpp"
#include "daemon/commands/history/graph_state.hpp"
#include "daemon/commands/inbox/stuck.hpp"
#include "daemon/status/activity_event.hpp"
#include "daemon/terminal/terminal.hpp"
#include "state/vocabulary/finding.hpp"

#include <array>
#include <string>
#include <vector>

namespace artifactd {

struct StatusFound {
  Stuck stuck = {}; ///< in the order in which rows are shown
  std::vector<ActivityEvent> working = {};
  std::vector<GraphNotice> notices = {};
  std::optional<Board> board = {};     ///< of the running daemon
  std::vector<std::string> roots = {}; ///< sessions are named below them
};

/// How many things wait for each Actor.
[[nodiscard]] std::array<std::size_t, actors> count_by_actor(std::vector<StuckRow> const& rows);

/// By who has to act, then by how much each blocks, then by session and file.
void sort_by_actor(std::vector<StuckRow>& rows);

struct StatusForm {
  StatusOptions::Detail detail = StatusOptions::Detail::brief;
  ScreenSize size = {}; ///< lines of the brief form are cut to the width, except for commands
  Colour colour = Colour::off;
  Charset charset = Charset::utf8;
};

[[nodiscard]] std::vector<std::string> status_lines(StatusFound const& found, StatusForm const& form);

} // namespace artifactd
