#include "daemon/commands/commands.hpp"
#include "daemon/interventions/going_back.hpp"
#include "daemon/queries/agent_values.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_text.hpp"

#include <charconv>
#include <fmt/core.h>

namespace artifactd {

namespace {

Result<std::optional<std::uint64_t>> generation_argument(std::optional<std::string> const& text) {
  if (!text) return std::nullopt;
  std::uint64_t number = 0;
  auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size())
    return fail(Fault::invalid, "--to expects the number of a generation, as history prints it");
  return number;
}

void print_values(AgentValues const& values) {
  auto const& history = values.history;
  if (history.now)
    fmt::print("{:>10}  {:>24}  {:>9} bytes  {:.12}\n", "now", "", history.now->size, history.now->digest);
  else
    fmt::print("{:>10}  {:>24}  {} has no member in the graph\n", "now", "", values.agent.str());
  for (auto const& value : history.past) {
    if (value.size == 0)
      fmt::print("{:>10}  {:>24}  no member\n", value.generation,
                 "until " + iso8601(value.kept_ns).substr(0, 19));
    else
      fmt::print("{:>10}  {:>24}  {:>9} bytes  {:.12}{}\n", value.generation,
                 "until " + iso8601(value.kept_ns).substr(0, 19), value.size, value.digest,
                 value.present ? "  (as now)" : "");
  }
}

void print_text(Returned const& returned, std::string_view what) {
  auto const& back = returned.back;
  auto const to =
      back.to == 0 ? std::string("before the first graph") : fmt::format("generation {}", back.to);
  if (!back.changed)
    fmt::print("{} is already as {}{}\n", what, back.to == 0 ? "" : "in ", to);
  else if (returned.dry == DryRun::yes)
    fmt::print("{} would go back to {}\n", what, to);
  else
    fmt::print("{} is back to {}{}\n", what, to,
               back.generation ? fmt::format("; what it replaced is generation {}", *back.generation) : "");
  if (back.undone && back.changed)
    fmt::print("  nothing was wrong with the graph: what was published last is {}undone\n",
               returned.dry == DryRun::yes ? "to be " : "");
  for (auto const& each : back.put_again)
    fmt::print("  with what was published since: {}\n", printable(each));
  for (auto const& each : back.not_kept)
    fmt::print("  without what was published since, which is not kept: {}; drop the signals of its agents\n",
               printable(each));
}

Result<Exit> return_to(Cli const& cli, Config const& config, RestoreOptions const& options,
                       std::optional<Name> const& agent) {
  auto const to = generation_argument(options.to);
  if (!to) return complain(cli, to.error()), Exit::usage;
  auto const named = TRY(session_argument(config, options.session));
  auto const dry = options.dry_run;
  auto const back = [&] {
    ProgressPrinter progress(cli.progress, cli.talk_colour);
    return go_back(named.session, agent, *to, kg_policy(config), dry, progress.listener());
  };
  auto went = back();
  if (!went) return fail(error_in(named.session, std::move(went).error()));
  Returned const returned{named.session.shown(), *std::move(went), dry};
  // What waited for a valid graph need not wait for its next attempt, and the value is protected from now on.
  if (dry == DryRun::no) record_return(config, returned, agent);
  if (dry == DryRun::no) ask_to_look(config, named.key);
  if (cli.output == Output::json)
    print_json(to_json(returned));
  else
    print_text(returned, agent ? agent->str() : "the graph");
  return Exit::ok;
}

Result<Exit> tell_history(Cli const& cli, Config const& config, HistoryOptions const& options) {
  auto const agent = agent_argument(options.agent);
  if (!agent) return complain(cli, agent.error()), Exit::usage;
  auto const named = TRY(session_argument(config, options.session));
  auto const values = TRY(agent_values(named.session, *agent, kg_policy(config)));
  if (cli.output == Output::json)
    print_json(to_json(values));
  else
    print_values(values);
  return values.empty() ? Exit::not_found : Exit::ok;
}

} // namespace

Exit history_command(Cli const& cli, HistoryOptions const& options) {
  return run_configured(cli, configuration_to_look(cli), options, tell_history);
}

Exit rollback_command(Cli const& cli, RollbackOptions const& options) {
  return with_configuration(cli, [&](Config const& config) -> Result<Exit> {
    auto const agent = agent_argument(options.agent);
    if (!agent) return complain(cli, agent.error()), Exit::usage;
    return return_to(cli, config, options, *agent);
  });
}

Exit restore_command(Cli const& cli, RestoreOptions const& options) {
  return with_configuration(
      cli, [&](Config const& config) { return return_to(cli, config, options, std::nullopt); });
}

} // namespace artifactd
