#include "agents/state/history.hpp"
#include "daemon/commands/commands.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/digest.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/entered_session.hpp"
#include "state/session/session_layout.hpp"
#include "state/tuning/actions.hpp"
#include "state/tuning/document.hpp"
#include "state/tuning/judge.hpp"
#include "state/tuning/score.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>

namespace artifactd {

namespace {

using tuning::Judgement;
using tuning::TuningState;

std::string state_file(std::string const& named) {
  std::error_code ignored;
  return std::filesystem::is_directory(named, ignored) ? named + "/" + layout::tuning_state : named;
}

Result<Judgement> judge_file(std::string const& named, TuningState const* accepted = nullptr) {
  auto path = state_file(named);
  return tuning::judge(printable(path), TRY(read_named(path, tuning::longest_state)), accepted);
}

std::string count_of(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// The state, if its structure is valid enough for questions; otherwise its errors are printed.
Result<std::optional<TuningState>> sound_state(Cli const& cli, std::string const& named) {
  auto judgement = TRY(judge_file(named));
  if (!judgement.state) tell_findings(cli, judgement.findings);
  return std::move(judgement.state);
}

Result<Exit> init(Cli const& cli, std::string const& named) {
  auto text = tuning::initial_state();
  if (named.empty()) {
    fmt::print("{}", text);
    return Exit::ok;
  }
  auto path = state_file(named);
  if (!path.ends_with(".json"))
    return fail(Fault::missing, fmt::format("there is no directory {}", printable(named)));
  auto const slash = path.rfind('/');
  auto const name = path.substr(slash + 1); // npos + 1: the whole path
  auto const [scope, session] =
      TRY(enter_session(slash == path.npos ? "." : path.substr(0, slash + 1), cli.source.served.kinds));
  auto const directory = session.directory();
  // All or nothing: the file gets its name once it is durable, and never replaces an existing one.
  auto temporary = fmt::format("{}.new.{}", name, ::getpid());
  auto file = TRY(open_beneath(directory, temporary, O_WRONLY | O_CREAT | O_EXCL, 0644));
  auto written = write_all(file.get(), text);
  if (written && ::fsync(file.get()) < 0) written = fail(errno_error("fsync", path));
  if (written && ::linkat(directory, temporary.c_str(), directory, name.c_str(), 0) < 0)
    written = fail(errno_error("create", path));
  ::unlinkat(directory, temporary.c_str(), 0);
  TRY(written);
  if (cli.output == Output::json)
    print_json({{"version", 1}, {"file", path}});
  else
    fmt::print("{} is a pending state\n", printable(path));
  return Exit::ok;
}

Result<Exit> check(Cli const& cli, std::string const& file, std::string const& against) {
  std::optional<TuningState> accepted;
  if (!against.empty()) {
    auto old = TRY(sound_state(cli, against));
    if (!old) return Exit::judged_bad;
    accepted = std::move(old);
  }
  auto judgement = TRY(judge_file(file, accepted ? &*accepted : nullptr));
  auto errors =
      static_cast<std::size_t>(std::ranges::count(judgement.findings, Severity::error, &Finding::severity));
  if (cli.output == Output::json) {
    Json document{
        {"version", 1}, {"accepted", !judgement.refused()}, {"findings", to_json(judgement.findings)}};
    if (judgement.state) document["digest"] = Digest().add(*judgement.state->text).hex();
    print_json(document);
  } else {
    fmt::print("{}: {} ({}, {})\n", printable(state_file(file)), judgement.refused() ? "refused" : "accepted",
               count_of(errors, "error"), count_of(judgement.findings.size() - errors, "warning"));
    tell_findings(cli, judgement.findings);
  }
  return judgement.refused() ? Exit::judged_bad : Exit::ok;
}

Result<Exit> next(Cli const& cli, std::string const& named) {
  auto state = TRY(sound_state(cli, named));
  if (!state) return Exit::judged_bad;
  auto next = tuning::next_action(*state);
  if (cli.output == Output::json) {
    auto others = Json::array();
    for (auto const& other : next.others)
      others.push_back({{"action", other.action}, {"why_not", other.why_not}});
    print_json({{"version", 1},
                {"action", next.action.empty() ? Json() : Json(next.action)},
                {"why", next.why},
                {"others", std::move(others)}});
    return Exit::ok;
  }
  fmt::print("{}: {}\n", next.action.empty() ? "nothing" : next.action, printable(next.why));
  for (auto const& other : next.others)
    fmt::print("  not {}: {}\n", other.action, printable(other.why_not));
  return Exit::ok;
}

Result<Exit> score(Cli const& cli, std::string const& named) {
  auto state = TRY(sound_state(cli, named));
  if (!state) return Exit::judged_bad;
  auto counts = tuning::count_issues(*state);
  auto by_actions = tuning::score_by_actions(counts);
  auto by_specification = tuning::score_by_specification(*state);
  struct Row {
    std::string_view name;
    double score;
    tuning::Gate gate;
  };
  std::array const rows = {
      Row{"state", state->score, state->gate},
      Row{"actions", static_cast<double>(by_actions), tuning::gate_by_actions(counts, by_actions)},
      Row{"specification", static_cast<double>(by_specification),
          tuning::gate_by_specification(counts, by_specification)}};
  Json document{{"version", 1}};
  for (auto const& row : rows) {
    if (cli.output == Output::json)
      document[std::string(row.name)] = {{"score", row.score}, {"gate", tuning::gate_word(row.gate)}};
    else
      fmt::print("{:<14} {:>5}  {}\n", row.name, row.score, tuning::gate_word(row.gate));
  }
  auto formula = tuning::formula_word(tuning::formula_of(*state));
  document["formula"] = formula;
  if (cli.output == Output::json)
    print_json(document);
  else
    fmt::print("the run computes its score as the {} do{}\n", formula, formula == "actions" ? "" : "es");
  return Exit::ok;
}

} // namespace

Exit state_command(Cli const& cli, StateOptions const& options) {
  auto act = [&]() -> Result<Exit> {
    auto const file =
        options.file.empty() ? std::string() : TRY(state_argument(whatever_configuration(cli), options.file));
    switch (options.what) {
    case StateOptions::What::init:
      return init(cli, file);
    case StateOptions::What::check:
      return check(cli, file, options.against);
    case StateOptions::What::next:
      return next(cli, file);
    case StateOptions::What::score:
      return score(cli, file);
    case StateOptions::What::schema:
      fmt::print("{}\n", tuning::json_schema().dump(2));
      return Exit::ok;
    }
    return Exit::ok;
  };
  auto done = act();
  return done ? *done : complain(cli, done.error());
}

} // namespace artifactd
