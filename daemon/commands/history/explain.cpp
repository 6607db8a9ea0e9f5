#include "daemon/commands/commands.hpp"
#include "daemon/commands/history/event_text.hpp"
#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/queries/explanation.hpp"
#include "daemon/terminal/display_text.hpp"
#include "state/session/session_layout.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <tuple>

namespace artifactd {

namespace {

std::string sentence(Explanation const& found) {
  auto const& [now, signal] = std::tie(found.now, found.signal);
  auto since = now.since_ns ? " since " + iso8601(*now.since_ns) : std::string();
  if (now.word == "pending") return fmt::format("pending{}: {} exists", since, layout::signal(signal));
  if (now.word == "in place") return fmt::format("{} is in place{}", layout::signal(signal), since);
  if (now.word == "refused")
    return fmt::format("refused{}: {} exists{}", since, layout::refused(signal),
                       now.edited ? "; the editor is working on it, or will as soon as a daemon runs" : "");
  if (now.word == "both")
    return fmt::format("pending{}, beside an earlier {}", since, layout::refused(signal));
  if (now.word == "no session") return "the session does not exist";
  if (now.word == "ignored") return printable(now.barrier);
  if (now.word == "out of reach") return "not known: " + printable(now.barrier);
  return found.events.empty() ? "no such signal, and no record of one" : "gone; its recorded events follow";
}

void print_text(Kinds const& kinds, Explanation const& found) {
  fmt::print("signal    {}\nsession   {}\nnow       {}\n", layout::signal(found.signal),
             printable(found.session), sentence(found));
  if (auto const& work = found.at_work)
    fmt::print("at work   {} since {}; `artifactctl cancel` ends that\n",
               work->what == "edit_started" ? "the editor has been repairing it"
                                            : "its agent has been running",
               iso8601(work->wall_ns));
  auto const& budget = found.budget;
  if (budget.used() > 0) fmt::print("attempts  {}\n", attempt_in_words(budget.used(), budget.total()));
  for (auto const& text : found.now.instructions)
    for (auto const& line : lines_of(text))
      fmt::print("          {}\n", line);
  for (auto const& row : with_repeats_counted(found.events)) {
    fmt::print("\n");
    for (auto const& line : story(kinds, row))
      fmt::print("{}\n", line);
  }
}

} // namespace

Exit explain_command(Cli const& cli, SignalOptions const& options) {
  auto const config = configuration_to_look(cli);
  if (!config) return config.error();
  if (options.signal.empty() && !names_signal(*config, options.session) &&
      session_argument(*config, options.session)) {
    tell(cli, which_signal);
    return Exit::usage;
  }
  auto const [directory, word] = named_signal(options);
  auto const signal = parse_signal_argument(config->served.kinds, word);
  if (!signal) {
    complain(cli, signal.error());
    return Exit::usage;
  }
  auto const found = explain(*config, directory, *signal);
  if (!found.no_journal.empty()) tell(cli, "no journal: " + printable(found.no_journal));
  if (cli.output == Output::json)
    print_json(to_json(found));
  else
    print_text(config->served.kinds, found);
  if (!found.now.barrier.empty()) return Exit::person;
  return found.knows_nothing() ? Exit::not_found : Exit::ok;
}

} // namespace artifactd
