// `artifactctl state run`: drives a tuning run from one action to the next.
#include "agents/state/drive/command_check.hpp"
#include "agents/state/drive/drive.hpp"
#include "agents/state/fix_target.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/interruption.hpp"
#include "daemon/commands/new_file.hpp"
#include "daemon/queries/state_answers.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/private_directory.hpp"
#include "state/session/session_layout.hpp"
#include "state/tuning/document.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <iostream>
#include <unistd.h>

namespace artifactd {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_issue = std::size_t{64} << 10;

std::vector<std::string> documents_in(fs::path const& skill, char const* folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (auto const& entry : fs::directory_iterator(skill / folder, error))
    if (entry.path().extension() == ".md")
      names.push_back(std::string(folder) + "/" + entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

Result<std::string> issue_text(StateRunOptions const& options) {
  if (options.issue != "-") return options.issue;
  std::string text(longest_issue, '\0');
  std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::cin.gcount()));
  while (text.ends_with('\n'))
    text.pop_back();
  return text;
}

/// What fixes may touch: as configured, or as given by the person.
std::string target_root(StateRunOptions const& options, std::string const& configured) {
  if (!options.target.empty()) return fs::absolute(options.target).lexically_normal().string();
  if (!configured.empty() || options.skill.empty()) return configured;
  std::error_code error;
  return fs::weakly_canonical(options.skill, error).parent_path().string();
}

/// Whether fixes are made below a directory that other commands do not know without being told.
bool is_elsewhere(std::string const& root, std::string const& configured) {
  std::error_code error;
  return root != configured && (configured.empty() || !fs::equivalent(root, configured, error));
}

/// The options that continue the run from another command line.
TypedOptions typed(StateRunOptions const& options, std::string const& root, std::string const& configured) {
  TypedOptions typed;
  if (is_elsewhere(root, configured)) typed.target = " --target " + shell_quoted(root);
  if (!options.command.empty()) typed.others += " --command " + shell_quoted(options.command);
  if (!options.yes_to.empty()) typed.others += " --yes-to " + shell_quoted(options.yes_to);
  return typed;
}

Result<tuning::Beginning> beginning(StateRunOptions const& options, std::string const& session,
                                    std::string const& root, std::string const& configured) {
  std::error_code error;
  auto const skill = fs::canonical(options.skill, error);
  if (error || !fs::is_regular_file(skill / "SKILL.md", error))
    return fail(Fault::missing, fmt::format("{} is not a skill: expected a directory with a SKILL.md",
                                            printable(options.skill)));
  auto const relative = skill.lexically_relative(fs::path(root));
  if (relative.empty() || relative.native().starts_with("..") || relative == ".")
    return fail(Fault::invalid,
                fmt::format("{} does not lie below {}: --target DIR names the directory above it",
                            printable(skill.string()), printable(root)));
  auto const name = skill.filename().string();
  return tuning::Beginning{.skill = name,
                           .path = is_elsewhere(root, configured) ? fs::path(root) / relative : relative,
                           .phases = documents_in(skill, "phases"),
                           .specs = documents_in(skill, "specs"),
                           .autonomous = fs::exists(skill / "phases/orchestrator.md", error),
                           .issue = TRY(issue_text(options)),
                           .focus = options.focus,
                           .max_iterations = options.max_iterations,
                           .work_dir = session,
                           .backup_dir = session + "/backups/" + name + "-backup"};
}

void tell_step(Cli const& cli, DriveTold const& told) {
  if (cli.output == Output::json) {
    fmt::print("{}\n", compact(to_json(told)));
  } else if (told.what != "began") {
    auto const* code = told.what == "done" ? "32" : "33";
    auto const what = fmt::format("{:<8}", told.what);
    fmt::print("{:<26} {} {}\n", told.action,
               cli.colour == Colour::on ? fmt::format("\x1b[{}m{}\x1b[0m", code, what) : what,
               printable(told.words));
  }
  std::fflush(stdout);
}

Exit print(Cli const& cli, DriveRehearsal const& rehearsal) {
  auto const& [next, command] = rehearsal;
  if (cli.output == Output::json)
    print_json(to_json(rehearsal));
  else
    fmt::print("{}: {}{}\n", next.action.empty() ? "nothing" : next.action, printable(next.why),
               command.empty() ? "" : "; by " + printable(command.front()));
  return Exit::ok;
}

/// A run that is yet to begin is rehearsed from its first state, if need be without its directory.
Result<Exit> rehearse(Cli const& cli, Session const* session, DrivePolicy const& policy,
                      StateRunOptions const& options) {
  auto const begins =
      !options.skill.empty() && (session == nullptr || !stamp_at(session->directory(), layout::tuning_state));
  auto const state =
      begins ? tuning::TuningState::read(tuning::initial_state()) : TRY(state_in_place(*session));
  return print(cli, TRY(rehearse_drive(state, policy)));
}

/// Whether `state run` would make the directory.
bool is_to_be_made(StateRunOptions const& options) {
  std::error_code error;
  auto const path = fs::absolute(options.session).lexically_normal();
  auto const above = path.has_filename() ? path.parent_path() : path.parent_path().parent_path();
  return !options.skill.empty() && options.session.contains('/') && !fs::exists(options.session, error) &&
         fs::is_directory(above, error);
}

bool begins(StateRunOptions const& options) {
  return !options.skill.empty() && !options.dry_run;
}

/// A path of a run that begins is made if it is not there, and removed again if the run did not begin.
class RunDirectory {
public:
  explicit RunDirectory(StateRunOptions const& options) {
    std::error_code error;
    if (begins(options) && options.session.contains('/') && fs::create_directory(options.session, error))
      made_ = options.session;
  }
  ~RunDirectory() {
    if (!made_.empty()) ::rmdir(made_.c_str()); // fails if there is something in it
  }
  RunDirectory(RunDirectory const&) = delete;
  RunDirectory& operator=(RunDirectory const&) = delete;

private:
  std::string made_;
};

/// A name may also be meant for a session below a root.
Result<NamedSession> session_of_run(Config const& config, StateRunOptions const& options) {
  auto named = session_argument(config, options.session);
  if (!named && named.error().fault == Fault::missing && begins(options) && !options.session.contains('/'))
    named.error().message += fmt::format("; to begin a run in a new directory, name it by a path: ./{}",
                                         printable(options.session));
  return named;
}

Result<Exit> run_it(Cli const& cli, Config const& config, StateRunOptions const& options) {
  TRY(make_private_directory(config.state_dir));
  TRY(make_private_directory(config.run_locks_path()));
  RunDirectory const directory(options);
  auto const only_rehearsed = options.dry_run && is_to_be_made(options);
  auto const found = only_rehearsed ? std::optional<NamedSession>() : TRY(session_of_run(config, options));
  auto policy = drive_policy(config, found ? found->key.root : "");
  auto const configured = policy.fixes.target_root;
  policy.fixes.target_root = target_root(options, configured);
  if (!options.command.empty()) {
    // A person trusts what is typed here, as in a shell.
    policy.actions = {{"action-*", {"/bin/sh", "-c", options.command}}};
    policy.agents.confined = false;
  }
  if (config.fixes.apply && options.yes_to != "high")
    tell(cli, "[state] apply_fixes is on: a daemon that serves this session applies every pending fix, "
              "whatever its "
              "risk; turn it off to approve fixes yourself");
  if (!options.yes_to.empty()) policy.yes_to = risk_from(options.yes_to).value_or(policy.yes_to);
  if (options.dry_run) return rehearse(cli, found ? &found->session : nullptr, policy, options);
  auto const& session = found->session;
  DriveWishes wishes;
  if (!options.skill.empty())
    wishes.beginning = TRY(beginning(options, session.shown(), policy.fixes.target_root, configured));
  TRY(check_commands(session, policy));
  if (wishes.beginning && !stamp_at(session.directory(), layout::tuning_state))
    TRY(write_new_file(session.shown() + "/" + layout::tuning_state, tuning::initial_state()));
  wishes.until = options.until;
  wishes.told = [&cli](DriveTold const& told) { tell_step(cli, told); };
  Interruption const interruption;
  wishes.ends = [&interruption] { return interruption.wanted(); };
  wishes.cancel = interruption.at_once();
  wishes.typed = typed(options, policy.fixes.target_root, configured);
  auto const report = TRY(drive(session, policy, wishes));
  if (cli.output == Output::json)
    fmt::print("{}\n", compact(to_json(report)));
  else
    fmt::print("{}: {}\n", ending_word(report.ending), printable(report.why));
  if (report.ending == DriveEnding::failed) return Exit::judged_bad;
  return report.ending == DriveEnding::person ? Exit::person : Exit::ok;
}

} // namespace

Exit state_run_command(Cli const& cli, StateRunOptions const& options) {
  auto const config = configuration(cli);
  if (!config) return config.error();
  auto const exit = run_it(cli, *config, options);
  auto const code = ended(cli, exit);
  return !exit && lacks_root(exit.error()) ? Exit::configuration : code;
}

} // namespace artifactd
