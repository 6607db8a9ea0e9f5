#include "agents/state/state_kind.hpp"
#include "agents/state/update.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_text.hpp"
#include "state/json/scan.hpp"
#include "state/json/walk.hpp"
#include "state/session/session_layout.hpp"
#include "state/tuning/edit.hpp"
#include "state/tuning/fix_record.hpp"
#include "state/tuning/score.hpp"
#include "state/vocabulary/names.hpp"

#include <filesystem>
#include <fmt/core.h>

namespace artifactd {

namespace {

namespace fs = std::filesystem;

/// PATH=VALUE on a text; a value that is not JSON is taken as a string.
Result<std::string> set_one(std::string_view text, std::string const& argument) {
  auto equals = argument.find('=');
  auto value = argument.substr(equals + 1);
  if (!json::scan(value)) value = json::quote(value);
  return tuning::set_member(text, argument.substr(0, equals), value);
}

Result<std::string> with_changes(std::string_view text, StateUpdateOptions const& options) {
  std::string changed(text);
  if (!options.merge.empty()) changed = TRY(tuning::merge_update(changed, options.merge));
  for (auto const& each : options.set)
    changed = TRY(set_one(changed, each));
  return changed;
}

Result<std::string> with_counts(std::string_view text) {
  auto const state = tuning::TuningState::read(std::string(text)); // of Changeable::sound
  auto const counts = tuning::count_issues(state);
  if (counts == state.counts) return std::string(text);
  Json stated;
  stated["issues_by_severity"] = to_json(counts);
  return tuning::merge_update(text, compact(stated));
}

/// The directory is resolved once; after that no link is followed.
Result<tuning::Updated> update(Config const& config, StateUpdateOptions const& options) {
  std::error_code ignored;
  fs::path const path(TRY(state_argument(config, options.file)));
  auto named = fs::is_directory(path, ignored);
  if (!fs::exists(path, ignored))
    return fail(Fault::missing, fmt::format("there is no {}", printable(options.file)));
  if (!named && path.filename() != layout::tuning_state)
    return fail(Fault::invalid,
                fmt::format("{}: only a {} is updated", printable(options.file), layout::tuning_state));
  auto directory = named ? path : path.has_parent_path() ? path.parent_path() : fs::path(".");
  auto const [scope, session] = TRY(enter_session(directory.string(), config.served.kinds));
  using What = StateUpdateOptions::What;
  auto change = [&](std::string_view text) {
    if (options.what == What::drop) return tuning::record_skipped(text, options.fix);
    return options.what == What::fix_counts ? with_counts(text) : with_changes(text, options);
  };
  auto publishing = options.dry_run == DryRun::yes ? tuning::Publishing::no : tuning::Publishing::yes;
  auto updated = TRY(tuning::update(
      session, change, options.expected, publishing, policies(config).state.history,
      options.what == What::update ? tuning::Changeable::any_json : tuning::Changeable::sound));
  if (updated.refused || publishing == tuning::Publishing::no) return updated;
  if (auto journal = try_journal(config)) TRY(journal->reset_attempts(session.shown(), state_signal()));
  return updated;
}

void print_text(Cli const& cli, StateUpdateOptions const& options, tuning::Updated const& updated) {
  fmt::print("{}: {}\n", printable(options.file),
             updated.refused                  ? "refused, and left as it was"
             : !updated.changed               ? "unchanged"
             : options.dry_run == DryRun::yes ? "would be updated"
                                              : "updated");
  tell_findings(cli, updated.findings);
}

/// What can be said without looking at the state.
Result<void> check_typed(StateUpdateOptions const& options) {
  if (options.what == StateUpdateOptions::What::update && options.set.empty() && options.merge.empty())
    return fail(Fault::invalid, "nothing to change: give --set PATH=VALUE or --merge JSON");
  if (!options.merge.empty())
    if (auto const update = tuning::check_update(options.merge); !update)
      return fail(Fault::invalid, "--merge: " + update.error().message);
  for (auto const& each : options.set) {
    auto const equals = each.find('=');
    if (equals == each.npos || equals == 0)
      return fail(Fault::invalid, fmt::format("--set {}: expected PATH=VALUE", each));
    if (auto const path = tuning::check_path(each.substr(0, equals)); !path)
      return fail(Fault::invalid, fmt::format("--set {}: {}", each, path.error().message));
  }
  return {};
}

} // namespace

Exit state_update_command(Cli const& cli, StateUpdateOptions const& options) {
  if (auto const typed = check_typed(options); !typed) {
    tell(cli, printable(typed.error().message));
    return Exit::usage;
  }
  auto config = configuration(cli);
  if (!config) return config.error();
  auto updated = update(*config, options);
  if (!updated) return complain(cli, updated.error());
  if (cli.output == Output::json)
    print_json(to_json(*updated));
  else
    print_text(cli, options, *updated);
  return updated->refused ? Exit::judged_bad : Exit::ok;
}

} // namespace artifactd
