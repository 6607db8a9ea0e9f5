#include "daemon/commands/commands.hpp"
#include "daemon/commands/status/status_page.hpp"
#include "daemon/commands/status/terminal.hpp"
#include "state/platform/clock.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace artifactd {

namespace {

/// Why there is no daemon, and what can be done about it.
std::vector<std::string> remarks_on(Config const& config, StatusFound const& found) {
  if (found.daemon.reports()) return {};
  std::vector<std::string> remarks{printable(sentence_about(found.daemon))};
  if (found.daemon.state == SeenDaemon::State::silent)
    remarks.push_back("unless it recovers: " + service_command("restart"));
  if (auto advice = system_daemon_advice(config); !advice.empty()) remarks.push_back(std::move(advice));
  return remarks;
}

/// The terminal without the lines that the remarks take, which come below the page.
ScreenSize room_above(std::vector<std::string> const& remarks) {
  auto size = terminal_size();
  if (::isatty(STDERR_FILENO) != 1) return size;
  for (auto const& remark : remarks) {
    auto const lines = 1 + (display_width("artifactctl: " + remark) - 1) / size.width;
    size.height -= std::min(size.height - 1, lines);
  }
  return size;
}

/// On a terminal lines are cut and folded; other output is only folded.
void print_page(Cli const& cli, StatusFound const& found, StatusOptions::Detail detail,
                std::vector<std::string> const& remarks) {
  constexpr ScreenSize elsewhere{.width = std::string::npos, .height = 40};
  auto const on_terminal = ::isatty(STDOUT_FILENO) == 1;
  StatusForm const form{detail, on_terminal ? room_above(remarks) : elsewhere, cli.colour, terminal_charset(),
                        wall_now_ns()};
  for (auto const& line : status_lines(found, form))
    fmt::print("{}\n", as_stdout_shows(line));
}

} // namespace

Exit status_command(Cli const& cli, StatusOptions const& options) {
  auto config = configuration_to_look(cli);
  if (!config) return config.error();
  auto const found = look_at_status(*config, options.session);
  if (!found) return complain(cli, found.error());
  auto const remarks = remarks_on(*config, *found);
  if (cli.output == Output::json)
    print_json(to_json(*found));
  else
    print_page(cli, *found, options.detail, remarks);
  for (auto const& remark : remarks)
    tell(cli, remark);
  if (found->needs_person()) return Exit::person;
  return found->daemon.reports() ? Exit::ok : Exit::unreachable;
}

} // namespace artifactd
