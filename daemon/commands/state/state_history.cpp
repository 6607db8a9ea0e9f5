#include "agents/state/guard.hpp"
#include "agents/state/state_kind.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/queries/state_versions.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_text.hpp"
#include "state/settle/claim.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

using tuning::StateHistory;

constexpr auto history_patience = std::chrono::seconds(5);
constexpr std::size_t shown_bytes = 100; // of a value in one line; --json prints all of it

std::string action_of(tuning::TuningState const& state) {
  if (state.current_action) return state.current_action->text;
  return state.completed_actions.empty() ? "-" : "after " + state.completed_actions.back().text;
}

void print(StateRow const& row) {
  fmt::print("{:>6}  {}  {:<8}  ", row.version.number, iso8601(row.kept_ns).substr(0, 19),
             standing_word(row.version.standing));
  if (auto const& state = row.judgement.state)
    fmt::print("{:<9}  iteration {}/{}  {:>3} {:<6}  score {:>3}  {}", state->at("status").string(),
               state->iteration_count, state->max_iterations, state->issues.size(),
               state->issues.size() == 1 ? "issue" : "issues", state->score, printable(action_of(*state)));
  else
    fmt::print("not a valid state");
  for (auto const severity : {Severity::error, Severity::warning})
    if (auto const count = std::ranges::count(row.judgement.findings, severity, &Finding::severity);
        count > 0)
      fmt::print("  {}", how_many(static_cast<std::size_t>(count), severity_word(severity)));
  fmt::print("\n");
}

Result<Exit> log(Cli const& cli, StateHistory const& history) {
  auto const rows = TRY(state_rows(history));
  if (cli.output == Output::json) return print_json(to_json(rows)), Exit::ok;
  for (auto const& row : rows)
    print(row);
  if (rows.empty()) tell(cli, "no state was accepted here yet");
  return Exit::ok;
}

void print(Cli const& cli, StateDiff::Change const& change) {
  auto coloured = cli.colour == Colour::on;
  auto line = [&](char sign, int colour, std::optional<std::string> const& value) {
    auto paint = coloured ? fmt::format("\x1b[{}m", colour) : std::string();
    fmt::print("{}{} {}  {}{}\n", paint, sign, printable(change.pointer),
               abbreviated(printable(*value), shown_bytes), coloured ? "\x1b[0m" : "");
  };
  if (change.before) line('-', 31, change.before);
  if (change.after) line('+', 32, change.after);
}

Result<Exit> diff(Cli const& cli, StateHistory const& history, StateHistoryOptions const& options) {
  auto const found = TRY(state_diff(history, options.from, options.to));
  if (cli.output == Output::json) return print_json(to_json(found)), Exit::ok;
  for (auto const& change : found.changes)
    print(cli, change);
  return Exit::ok;
}

/// Restores only a state that is valid in itself: otherwise its successor would be refused.
Result<Exit> restore(Cli const& cli, Session const& session, StateHistoryOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto claim = TRY(Claim::take_soon(session, history_patience));
  TRY(tuning::recover_state(claim, session));
  auto history = TRY(StateHistory::open(session));
  auto version = TRY(state_version(history, options.from));
  auto text = TRY(history.text(version));
  auto judged = tuning::judge(version.name, text);
  for (auto const& finding : judged.findings)
    if (finding.severity == Severity::error) tell(cli, to_terminal(finding, cli.talk_colour));
  if (judged.refused()) return Exit::judged_bad;
  auto const dry_run = options.dry_run == DryRun::yes;
  if (!dry_run && !TRY(tuning::bring_back(claim, session, history, text, policies(*config).state.history)))
    return fail(Fault::changed,
                "another program wrote the state at this very moment; look at it, and restore again");
  if (!dry_run)
    if (auto journal = try_journal(*config)) TRY(journal->reset_attempts(session.shown(), state_signal()));
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"restored", version.number}, {"dry_run", dry_run}});
  else
    fmt::print("state {} {} state.json again\n", version.number, dry_run ? "would be" : "is");
  return Exit::ok;
}

Result<Exit> answer(Cli const& cli, StateHistoryOptions const& options) {
  auto const named = TRY(session_argument(whatever_configuration(cli), options.session));
  auto const history = TRY(StateHistory::open(named.session));
  using What = StateHistoryOptions::What;
  if (options.what == What::log) return log(cli, history);
  if (options.what == What::diff) return diff(cli, history, options);
  if (options.what == What::restore) return restore(cli, named.session, options);
  fmt::print("{}", TRY(history.text(TRY(state_version(history, options.from)))));
  return Exit::ok;
}

} // namespace

Exit state_history_command(Cli const& cli, StateHistoryOptions const& options) {
  return ended(cli, answer(cli, options));
}

} // namespace artifactd
