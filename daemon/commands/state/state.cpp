#include "agents/state/history.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/queries/state_answers.hpp"
#include "state/json/json_text.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/entered_session.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/input_file.hpp"
#include "state/tuning/document.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>

namespace artifactd {

namespace {

using tuning::TuningState;

std::string state_file(std::string const& named) {
  std::error_code ignored;
  return std::filesystem::is_directory(named, ignored) ? named + "/" + layout::tuning_state : named;
}

/// Why artifactd does not even read it; only of a file with the name that it watches.
std::optional<Finding> unread(std::string const& path) {
  if (path.substr(path.rfind('/') + 1) != layout::tuning_state) return std::nullopt;
  auto const stamp = stamp_at(AT_FDCWD, path);
  return stamp ? wrong_kind(*stamp, printable(path)) : std::nullopt;
}

Result<tuning::Judgement> judge_file(std::string const& named, TuningState const* accepted = nullptr) {
  auto path = state_file(named);
  if (auto finding = unread(path)) return tuning::Judgement{.findings = {*std::move(finding)}, .state = {}};
  return tuning::judge(printable(path), TRY(read_named(path, tuning::longest_state)), accepted);
}

/// The state, if its structure is valid enough for questions; otherwise its errors are printed.
Result<std::optional<TuningState>> sound_state(Cli const& cli, std::string const& named) {
  auto judgement = TRY(judge_file(named));
  if (!judgement.state) tell_findings(cli, judgement.findings);
  return std::move(judgement.state);
}

std::string exists_already(std::string const& path) {
  return fmt::format("there is a {} already: a run begins in a directory without one", path);
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
    written =
        fail(errno == EEXIST ? Error{Fault::exists, exists_already(path)} : errno_error("create", path));
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
  if (!against.empty()) accepted = TRY(sound_state(cli, against));
  if (!against.empty() && !accepted) return Exit::judged_bad;
  auto const judgement = TRY(judge_file(file, accepted ? &*accepted : nullptr));
  auto const& findings = judgement.findings;
  auto const errors =
      static_cast<std::size_t>(std::ranges::count(findings, Severity::error, &Finding::severity));
  if (cli.output == Output::json) {
    print_json(to_json(judgement));
  } else {
    fmt::print("{}: {} ({}, {})\n", printable(state_file(file)), judgement.refused() ? "refused" : "accepted",
               how_many(errors, "error"), how_many(findings.size() - errors, "warning"));
    tell_findings(cli, findings);
  }
  return judgement.refused() ? Exit::judged_bad : Exit::ok;
}

void print_next(Cli const& cli, tuning::NextAction const& next) {
  if (cli.output == Output::json) return print_json(to_json(next));
  fmt::print("{}: {}\n", next.action.empty() ? "nothing" : next.action, printable(next.why));
  for (auto const& other : next.others)
    fmt::print("  not {}: {}\n", other.action, printable(other.why_not));
}

void print_scores(Cli const& cli, StateScores const& scores) {
  if (cli.output == Output::json) return print_json(to_json(scores));
  for (auto const& row : scores.rows)
    fmt::print("{:<14} {:>5}  {}\n", row.name, row.score, tuning::gate_word(row.gate));
  fmt::print("the run computes its score as the {}\n",
             scores.formula == tuning::Formula::actions ? "actions do" : "specification does");
}

Result<Exit> answer(Cli const& cli, StateOptions const& options) {
  using What = StateOptions::What;
  auto const file =
      options.file.empty() ? std::string() : TRY(state_argument(whatever_configuration(cli), options.file));
  if (options.what == What::init) return init(cli, file);
  if (options.what == What::check) return check(cli, file, options.against);
  if (options.what == What::schema) {
    fmt::print("{}\n", tuning::json_schema().dump(2));
    return Exit::ok;
  }
  auto const state = TRY(sound_state(cli, file));
  if (!state) return Exit::judged_bad;
  if (options.what == What::next)
    print_next(cli, tuning::next_action(*state));
  else
    print_scores(cli, scores_of(*state));
  return Exit::ok;
}

} // namespace

Exit state_command(Cli const& cli, StateOptions const& options) {
  return ended(cli, answer(cli, options));
}

} // namespace artifactd
