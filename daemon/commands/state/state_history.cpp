#include "agents/state/guard.hpp"
#include "agents/state/state_kind.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/settle.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/difference.hpp"
#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/platform/digest.hpp"
#include "state/settle/claim.hpp"
#include "state/tuning/judge.hpp"
#include "state/tuning/score.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

using tuning::StateHistory;
using tuning::StateVersion;
using tuning::TuningState;

constexpr auto history_patience = std::chrono::seconds(5);
constexpr std::size_t shown_bytes = 100; // of a value in one line; --json prints all of it

/// One version as `log` shows it.
struct Row {
  StateVersion version;
  std::int64_t kept_ns = 0;
  std::string digest;
  std::optional<TuningState> state; ///< absent if the state is invalid
  std::vector<Finding> findings = {};
};

Result<Row> row_of(StateHistory const& history, StateVersion const& version, TuningState const* before) {
  Row row{version, TRY(history.stamp(version)).modified_ns, "", std::nullopt};
  auto text = history.text(version);
  if (!text) return row; // planted, or damaged: the others are listed all the same
  row.digest = Digest().add(*text).hex();
  auto judged = tuning::judge(version.name, *std::move(text), before);
  row.state = std::move(judged.state);
  row.findings = std::move(judged.findings);
  return row;
}

/// Each is judged as it was then: as a step from the valid one before it.
Result<std::vector<Row>> rows_of(StateHistory const& history) {
  std::vector<Row> rows;
  std::size_t good = 0; // index + 1 of the last good one
  for (auto const& version : history.all()) {
    auto judged_as_step = good > 0 && rows[good - 1].state && version.standing != tuning::Standing::restored;
    auto const* before = judged_as_step ? &*rows[good - 1].state : nullptr;
    rows.push_back(TRY(row_of(history, version, before)));
    if (is_good(version.standing)) good = rows.size();
  }
  return rows;
}

std::size_t count(Row const& row, Severity severity) {
  return static_cast<std::size_t>(std::ranges::count(row.findings, severity, &Finding::severity));
}

std::string action_of(TuningState const& state) {
  if (state.current_action) return state.current_action->text;
  return state.completed_actions.empty() ? "-" : "after " + state.completed_actions.back().text;
}

Json to_json(Row const& row) {
  Json json{{"number", row.version.number},
            {"standing", standing_word(row.version.standing)},
            {"kept_at", iso8601(row.kept_ns)},
            {"digest", row.digest}};
  if (row.state) {
    json["updated_at"] = Json::parse(row.state->at("updated_at").text());
    json["status"] = Json::parse(row.state->at("status").text());
    json["current_action"] = Json::parse(row.state->at("current_action").text());
    json["iteration_count"] = row.state->iteration_count;
    json["issues"] = row.state->issues.size();
    json["quality_score"] = row.state->score;
    json["formula"] = tuning::formula_word(tuning::formula_of(*row.state));
  }
  json["findings"] = to_json(row.findings);
  return json;
}

void print(Row const& row) {
  fmt::print("{:>6}  {}  {:<8}  ", row.version.number, iso8601(row.kept_ns).substr(0, 19),
             standing_word(row.version.standing));
  if (row.state)
    fmt::print("{:<9}  iteration {}/{}  {:>3} issues  score {:>3}  {}",
               Json::parse(row.state->at("status").text()).get<std::string>(), row.state->iteration_count,
               row.state->max_iterations, row.state->issues.size(), row.state->score,
               printable(action_of(*row.state)));
  else
    fmt::print("not a valid state");
  if (auto errors = count(row, Severity::error); errors > 0)
    fmt::print("  {} error{}", errors, errors == 1 ? "" : "s");
  if (auto warnings = count(row, Severity::warning); warnings > 0)
    fmt::print("  {} warning{}", warnings, warnings == 1 ? "" : "s");
  fmt::print("\n");
}

Result<Exit> log(Cli const& cli, StateHistory const& history) {
  auto rows = TRY(rows_of(history));
  if (cli.output == Output::json) {
    auto versions = Json::array();
    for (auto const& row : rows)
      versions.push_back(to_json(row));
    print_json({{"version", 1}, {"states", std::move(versions)}});
    return Exit::ok;
  }
  for (auto const& row : rows)
    print(row);
  if (rows.empty()) tell(cli, "no state was accepted here yet");
  return Exit::ok;
}

Result<StateVersion> version_of(StateHistory const& history, std::optional<std::uint64_t> number) {
  auto const* found = number                  ? history.find(*number)
                      : history.all().empty() ? nullptr
                                              : &history.all().back();
  if (found != nullptr) return *found;
  return fail(Fault::missing,
              number ? fmt::format("there is no state {}; `artifactctl state log` lists them", *number)
                     : std::string("no state was accepted here yet"));
}

/// The value; its text if a number in it is larger than any double.
Json value_of(JsonNode const& node) {
  auto value = Json::parse(node.text(), nullptr, false);
  return value.is_discarded() ? Json(node.text()) : value;
}

std::string short_value(JsonNode const* node) {
  if (node == nullptr) return "";
  auto const value = Json::parse(node->text(), nullptr, false);
  auto text = printable(value.is_discarded() ? std::string(node->text()) : value.dump());
  if (text.size() <= shown_bytes) return text;
  auto end = shown_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end;
  return text.substr(0, end) + "…";
}

void print(Cli const& cli, Difference const& each) {
  auto coloured = cli.colour == Colour::on;
  auto line = [&](char sign, int colour, JsonNode const* value) {
    auto paint = coloured ? fmt::format("\x1b[{}m", colour) : std::string();
    fmt::print("{}{} {}  {}{}\n", paint, sign, printable(each.pointer), short_value(value),
               coloured ? "\x1b[0m" : "");
  };
  if (each.before != nullptr) line('-', 31, each.before);
  if (each.after != nullptr) line('+', 32, each.after);
}

Result<Exit> diff(Cli const& cli, StateHistory const& history, StateHistoryOptions const& options) {
  auto to = TRY(version_of(history, options.to ? options.to : std::nullopt));
  auto from = options.from;
  if (!from) { // the one before it
    auto at = std::ranges::find(history.all(), to.number, &StateVersion::number);
    if (at == history.all().begin())
      return fail(Fault::missing, fmt::format("state {} is the first one that is kept", to.number));
    from = std::prev(at)->number;
  }
  auto before = TRY(history.text(TRY(version_of(history, from))));
  auto after = TRY(history.text(to));
  for (auto const* text : {&before, &after})
    if (!json::scan(*text, {.depth = 256}))
      return fail(Fault::invalid, "one of them is not JSON; `artifactctl state show` prints it as it is");
  JsonNode const old(before);
  JsonNode const now(after);
  auto changes = Json::array();
  for (auto const& each : differences(old, now)) {
    if (cli.output == Output::text) {
      print(cli, each);
      continue;
    }
    Json change{{"pointer", each.pointer}};
    if (each.before != nullptr) change["before"] = value_of(*each.before);
    if (each.after != nullptr) change["after"] = value_of(*each.after);
    changes.push_back(std::move(change));
  }
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"from", *from}, {"to", to.number}, {"changes", std::move(changes)}});
  return Exit::ok;
}

/// Restores only a state that is valid in itself: otherwise its successor would be refused.
Result<Exit> restore(Cli const& cli, Session const& session, StateHistoryOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto claim = TRY(Claim::take_soon(session, history_patience));
  TRY(tuning::recover_state(claim, session));
  auto history = TRY(StateHistory::open(session));
  auto version = TRY(version_of(history, options.from));
  auto text = TRY(history.text(version));
  auto judged = tuning::judge(version.name, text);
  for (auto const& finding : judged.findings)
    if (finding.severity == Severity::error) tell(cli, to_terminal(finding, cli.talk_colour));
  if (judged.refused()) return Exit::judged_bad;
  if (options.dry_run == DryRun::no &&
      !TRY(tuning::bring_back(claim, session, history, text, policies(*config).state.history)))
    return fail(Fault::changed,
                "another program wrote the state at this very moment; look at it, and restore again");
  if (options.dry_run == DryRun::no)
    if (auto journal = try_journal(*config)) TRY(journal->reset_attempts(session.shown(), state_signal()));
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"restored", version.number}, {"dry_run", options.dry_run == DryRun::yes}});
  else
    fmt::print("state {} {} state.json again\n", version.number,
               options.dry_run == DryRun::yes ? "would be" : "is");
  return Exit::ok;
}

} // namespace

Exit state_history_command(Cli const& cli, StateHistoryOptions const& options) {
  auto act = [&]() -> Result<Exit> {
    auto const named = TRY(session_argument(whatever_configuration(cli), options.session));
    auto const& session = named.session;
    auto history = TRY(StateHistory::open(session));
    using What = StateHistoryOptions::What;
    switch (options.what) {
    case What::log:
      return log(cli, history);
    case What::diff:
      return diff(cli, history, options);
    case What::show:
      fmt::print("{}", TRY(history.text(TRY(version_of(history, options.from)))));
      return Exit::ok;
    case What::restore:
      return restore(cli, session, options);
    }
    return Exit::ok;
  };
  auto done = act();
  return done ? *done : complain(cli, done.error());
}

} // namespace artifactd
