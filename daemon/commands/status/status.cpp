#include "daemon/commands/commands.hpp"
#include "daemon/commands/status/status_page.hpp"
#include "daemon/commands/status/terminal.hpp"
#include "state/platform/clock.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace artifactd {

namespace {

/// On a terminal lines are cut and folded; other output is only folded.
void print_page(Cli const& cli, StatusFound const& found, StatusOptions::Detail detail) {
  constexpr ScreenSize elsewhere{.width = std::string::npos, .height = 40};
  StatusForm const form{detail, ::isatty(STDOUT_FILENO) == 1 ? terminal_size() : elsewhere, cli.colour,
                        terminal_charset(), wall_now_ns()};
  for (auto const& line : status_lines(found, form))
    fmt::print("{}\n", line);
}

} // namespace

Exit status_command(Cli const& cli, StatusOptions const& options) {
  auto config = configuration_to_look(cli);
  if (!config) return config.error();
  auto const found = look_at_status(*config, options.session);
  if (!found) return complain(cli, found.error());
  if (cli.output == Output::json)
    print_json(to_json(*found));
  else
    print_page(cli, *found, options.detail);
  if (!found->board) {
    tell(cli, "artifactd is not running: " + printable(found->no_board));
    if (auto const advice = system_daemon_advice(*config); !advice.empty()) tell(cli, advice);
  }
  if (found->needs_person()) return Exit::person;
  return found->board ? Exit::ok : Exit::unreachable;
}

} // namespace artifactd
