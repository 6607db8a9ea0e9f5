#include "daemon/commands/settle.hpp"
#include "daemon/queries/agent_values.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_text.hpp"

#include <charconv>
#include <fmt/core.h>
#include <thread>

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

void print_history(Name const& agent, AgentHistory const& history) {
  if (history.now)
    fmt::print("{:>10}  {:>24}  {:>9} bytes  {:.12}\n", "now", "", history.now->size, history.now->digest);
  else
    fmt::print("{:>10}  {:>24}  {} has no member in the graph\n", "now", "", agent.str());
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

Exit print_end(Cli const& cli, Session const& session, std::string_view what, WentBack const& back,
               DryRun dry) {
  if (cli.output == Output::json) {
    Json row{{"version", 1},
             {"session", session.shown()},
             {"to", back.to},
             {"changed", back.changed},
             {"dry_run", dry == DryRun::yes}};
    if (!back.put_again.empty()) row["put_again"] = back.put_again;
    if (!back.not_kept.empty()) row["not_kept"] = back.not_kept;
    if (back.generation) row["replaced_kept_as"] = *back.generation;
    print_json(row);
    return Exit::ok;
  }
  auto to = back.to == 0 ? std::string("before the first graph") : fmt::format("generation {}", back.to);
  if (!back.changed)
    fmt::print("{} is already as {}{}\n", what, back.to == 0 ? "" : "in ", to);
  else if (dry == DryRun::yes)
    fmt::print("{} would go back to {}\n", what, to);
  else
    fmt::print("{} is back to {}{}\n", what, to,
               back.generation ? fmt::format("; what it replaced is generation {}", *back.generation) : "");
  for (auto const& each : back.put_again)
    fmt::print("  with what was published since: {}\n", printable(each));
  for (auto const& each : back.not_kept)
    fmt::print("  without what was published since, which is not kept: {}; drop the signals of its agents\n",
               printable(each));
  return Exit::ok;
}

/// A session that another process is settling is free again in moments: worth a short wait. Nothing reports
/// the release of its claim, so it is polled.
template <class Action>
auto patiently(Action action) {
  auto deadline = Monotonic::now() + std::chrono::seconds(10);
  for (;;) {
    auto done = action();
    if (done || done.error().fault != Fault::busy ||
        done.error().message.find("is pending") != std::string::npos || Monotonic::now() > deadline)
      return done;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

} // namespace

Exit history_command(Cli const& cli, HistoryOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto agent = agent_argument(options.agent);
  if (!agent) return complain(cli, agent.error()), Exit::usage;
  auto named = session_argument(*config, options.session);
  if (!named) return complain(cli, named.error());
  auto const& session = named->session;
  auto history = agent_history(session, *agent, kg_policy(*config));
  if (!history) return complain(cli, history.error());
  AgentValues const values{session.shown(), *agent, *std::move(history)};
  if (cli.output == Output::json)
    print_json(to_json(values));
  else
    print_history(*agent, values.history);
  return values.empty() ? Exit::not_found : Exit::ok;
}

Exit rollback_command(Cli const& cli, RollbackOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto agent = agent_argument(options.agent);
  if (!agent) return complain(cli, agent.error()), Exit::usage;
  auto to = generation_argument(options.to);
  if (!to) return complain(cli, to.error()), Exit::usage;
  auto named = session_argument(*config, options.session);
  if (!named) return complain(cli, named.error());
  auto const& session = named->session;
  BufferPool pool;
  StaleWatch watch;
  auto back = patiently([&] {
    return rollback_agent(session, *agent, *to, kg_policy(*config), pool, watch,
                          options.dry_run == DryRun::yes ? Try::yes : Try::no);
  });
  if (!back) return complain(cli, back.error());
  return print_end(cli, session, agent->str(), *back, options.dry_run);
}

Exit restore_command(Cli const& cli, RestoreOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto to = generation_argument(options.to);
  if (!to) return complain(cli, to.error()), Exit::usage;
  auto named = session_argument(*config, options.session);
  if (!named) return complain(cli, named.error());
  auto const& session = named->session;
  BufferPool pool;
  StaleWatch watch;
  auto back = patiently([&] {
    return restore_graph(session, *to, kg_policy(*config), pool, watch,
                         options.dry_run == DryRun::yes ? Try::yes : Try::no);
  });
  if (!back) return complain(cli, back.error());
  // What waited for a valid graph need not wait for its next attempt; without a daemon nothing waits.
  if (options.dry_run == DryRun::no) ask_to_look(*config, named->key);
  return print_end(cli, session, "the graph", *back, options.dry_run);
}

} // namespace artifactd
