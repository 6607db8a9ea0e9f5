#include "agents/edit/edit_run.hpp"
#include "agents/edit/replay.hpp"
#include "agents/edit/rules/rules.hpp"
#include "daemon/commands/diff_text.hpp"
#include "daemon/commands/edit/repair_text.hpp"
#include "daemon/model/model_source.hpp"
#include "daemon/queries/edit_runs.hpp"
#include "daemon/settling/edits.hpp"
#include "merge/kg/kg_kind.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <sstream>

namespace artifactd {

namespace {

using editor::EditEnd;
using editor::EditOrder;
using editor::EditOutcome;

constexpr std::size_t longest_error_list = 1 << 20;

/// A JSON list of strings, or one error per line.
Result<std::vector<std::string>> errors_in(std::string const& path) {
  std::vector<std::string> errors;
  if (path.empty()) return errors;
  auto const text = TRY(read_named(path, longest_error_list));
  if (json::scan(text, {.depth = 4})) {
    Json const listed{{"errors", Json::parse(text, nullptr, false)}};
    errors = texts_of(listed, "errors");
    if (!listed["errors"].is_array() || errors.size() != listed["errors"].size())
      return fail(Fault::invalid, printable(path) + ": expected a list of strings, or one error per line");
    return errors;
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (auto const error = trimmed(line); !error.empty()) errors.emplace_back(error);
  return errors;
}

Exit exit_of(EditEnd end) noexcept {
  switch (end) {
  case EditEnd::published:
  case EditEnd::nothing:
    return Exit::ok;
  case EditEnd::unrepaired:
    return Exit::judged_bad;
  case EditEnd::changed:
    return Exit::conflict;
  }
  return Exit::judged_bad;
}

/// What `edit run` did or, in a dry run, would do.
struct EditDone {
  EditOutcome outcome;
  Name agent;
  editor::Publishing publishing;
};

Json to_json(EditDone const& done) {
  auto const& outcome = done.outcome;
  auto json = to_json(outcome.repair, diff_of(outcome.repair, outcome.inputs.set.files));
  json["agent"] = done.agent.str();
  json["run"] = outcome.run;
  json["made_json"] = outcome.repaired;
  json["end"] = editor::edit_end_word(outcome.end);
  json["published"] = outcome.end == EditEnd::published && done.publishing == editor::Publishing::yes;
  if (!outcome.reason.empty()) json["reason"] = outcome.reason;
  return json;
}

std::string end_sentence(EditDone const& done) {
  auto const& outcome = done.outcome;
  auto const& agent = done.agent.str();
  auto const found = outcome.repair.errors.size();
  auto const only_texts =
      found == 0 && !outcome.repaired.empty(); // they were not JSON, and nothing else was wrong
  auto const count = only_texts ? outcome.repaired.size() : found;
  auto const errors = fmt::format("{} {}{}", count, only_texts ? "place" : "error", count == 1 ? "" : "s");
  switch (outcome.end) {
  case EditEnd::published:
    return done.publishing == editor::Publishing::no
               ? fmt::format("{}: {} would be repaired", agent, errors)
               : fmt::format("{}: {} repaired, {} submitted again", agent, errors,
                             layout::signal({done.agent, kg_kind}));
  case EditEnd::nothing:
    return fmt::format("{}: nothing is wrong", agent);
  case EditEnd::unrepaired:
    return fmt::format("{}: {} of {} remain, nothing was changed", agent, outcome.repair.remaining.size(),
                       errors);
  case EditEnd::changed:
    return fmt::format("{}: nothing was changed", agent);
  }
  return "";
}

Exit print_outcome(Cli const& cli, EditDone const& done) {
  auto const& outcome = done.outcome;
  if (cli.output == Output::json) return print_json(to_json(done)), exit_of(outcome.end);
  for (auto const& repaired : outcome.repaired)
    tell(cli, repaired);
  tell_repair(cli, outcome.repair);
  print_diff(cli, diff_of(outcome.repair, outcome.inputs.set.files));
  if (!outcome.reason.empty()) tell(cli, printable(outcome.reason));
  tell(cli, end_sentence(done));
  if (!outcome.run.empty()) tell(cli, "run " + outcome.run);
  return exit_of(outcome.end);
}

/// The first plan, whether it helps or not, preceded by what turns the files into JSON.
Exit print_plan(Cli const& cli, EditOutcome const& outcome) {
  auto const& attempts = outcome.repair.attempts;
  auto const plan = attempts.empty() ? editor::ChangePlan() : attempts.front().plan;
  auto json = editor::to_json(plan);
  if (!outcome.repaired.empty()) json["made_json"] = outcome.repaired;
  if (cli.output == Output::json)
    print_json(json);
  else
    fmt::print("{}\n", pretty(json));
  if (attempts.empty() && !outcome.reason.empty()) tell(cli, printable(outcome.reason));
  auto const planned = attempts.empty() ? outcome.end == EditEnd::published : plan.unaddressed.empty();
  return outcome.end == EditEnd::nothing || planned ? Exit::ok : Exit::judged_bad;
}

Result<Exit> run_edit(Cli const& cli, Config const& config, Session const& session,
                      EditOptions const& options) {
  auto const signal = TRY(parse_signal_argument(config.served.kinds, options.agent));
  auto policy = policies(config);
  EditOrder const order{.agent = signal.name,
                        .engine = editor::parse_engine(options.engine).value_or(editor::Engine::rules),
                        .reported = TRY(errors_in(options.errors)),
                        .models = policy.edit.keys,
                        .repairs = TRY(rules_for(signal.name, policy.kg)).repair != TextRepairPolicy::off};
  std::unique_ptr<ModelAccess> models;
  if (order.engine == editor::Engine::model && !config.models.empty()) {
    models = TRY(ModelAccess::open(config, cli.source));
    policy.edit.models.open = model_source(config.models, models->socket());
  }
  auto const publishing = options.plan_only                ? editor::Publishing::plan
                          : options.dry_run == DryRun::yes ? editor::Publishing::no
                                                           : editor::Publishing::yes;
  auto const edit = [&] {
    ProgressPrinter progress(cli.progress, cli.talk_colour);
    policy.edit.on_progress = progress.listener();
    return editor::edit_artifacts(session, order, policy.kg, policy.edit, publishing, editor::Retrying::yes);
  };
  EditDone const done{TRY(edit()), order.agent, publishing};
  return publishing == editor::Publishing::plan ? print_plan(cli, done.outcome) : print_outcome(cli, done);
}

Result<Exit> list_edits(Cli const& cli, Session const& session) {
  auto const runs = TRY(edit_runs(session));
  if (cli.output == Output::json) return print_json(to_json(runs)), Exit::ok;
  if (runs.empty()) tell(cli, "the editor has not run here");
  for (auto const& run : runs)
    fmt::print("{}  {:<9}  {:<5}  {}  ({})\n", printable(run.at), run.end, printable(run.engine), run.run,
               printable(run.asked_by));
  return Exit::ok;
}

void print_verdict(Json const& verdict) {
  if (auto const reason = text_member(verdict, "reason"); !reason.empty())
    fmt::print("{}\n", printable(reason));
  for (auto const& undone : texts_of(verdict, "undone"))
    fmt::print("did not help: {}\n", printable(undone));
  for (auto const& error : texts_of(verdict, "remaining"))
    fmt::print("remains: {}\n", printable(error));
  for (auto const& error : texts_of(verdict, "unproven"))
    fmt::print("not proven: {}\n", printable(error));
}

Result<EditRunRecord> record_of(Session const& session, EditOptions const& options) {
  auto record = edit_run_record(session, options.run);
  if (!record && record.error().fault == Fault::missing)
    return fail(Fault::missing, fmt::format("{}; \"artifactctl edit show {}\" lists the runs",
                                            record.error().message, printable(options.session)));
  return record;
}

Exit show_edit(Cli const& cli, EditRunRecord const& record) {
  if (cli.output == Output::json) return print_json(to_json(record)), Exit::ok;
  auto const& run = record.row;
  fmt::print("{} of {} by {}, asked by {}: {}\n", run.run, printable(run.agent), printable(run.engine),
             printable(run.asked_by), run.end);
  for (auto const& plan : record.plans)
    fmt::print("{}\n", printable(text_member(plan, "diagnosis")));
  if (!record.verdict.is_null()) print_verdict(record.verdict);
  print_diff(cli, record.diff);
  return Exit::ok;
}

Exit print_replay(Cli const& cli, editor::Replay const& replay) {
  auto const exit = replay.differences.empty() ? Exit::ok : Exit::judged_bad;
  if (cli.output == Output::json) return print_json(to_json(replay)), exit;
  tell_repair(cli, replay.repair);
  print_diff(cli, diff_of(replay.repair, replay.inputs));
  tell(cli, !replay.comparable ? "a dry run, or an unfinished one: it kept nothing to compare with"
            : replay.differences.empty()
                ? "the same as recorded"
                : fmt::format("different from the record: {}", fmt::join(replay.differences, ", ")));
  return exit;
}

Result<Exit> act(Cli const& cli, Config const& config, EditOptions const& options) {
  auto const named = TRY(session_argument(config, options.session));
  switch (options.what) {
  case EditOptions::What::run:
    return run_edit(cli, config, named.session, options);
  case EditOptions::What::show:
    if (options.run.empty()) return list_edits(cli, named.session);
    return show_edit(cli, TRY(record_of(named.session, options)));
  case EditOptions::What::replay:
    TRY(record_of(named.session, options));
    return print_replay(cli, TRY(editor::replay_run(named.session, options.run)));
  }
  return Exit::usage;
}

} // namespace

Exit edit_command(Cli const& cli, EditOptions const& options) {
  return run_configured(cli, configuration(cli), options, act);
}

} // namespace artifactd
