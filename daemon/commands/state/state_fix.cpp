#include "agents/state/fixing.hpp"
#include "daemon/commands/diff_text.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_text.hpp"
#include "state/text/unified_diff.hpp"
#include "state/vocabulary/names.hpp"

#include <filesystem>
#include <fmt/core.h>

namespace artifactd {

namespace {

using FixEnd = FixOutcome::What;

std::string_view outcome_word(FixEnd what) noexcept {
  switch (what) {
  case FixEnd::applied:
    return "applied";
  case FixEnd::drifted:
    return "drifted";
  case FixEnd::passed:
    return "passed";
  case FixEnd::failed:
    return "failed";
  case FixEnd::rolled_back:
    return "rolled_back";
  }
  return "";
}

std::string diff_of(FileEdit const& edit) {
  auto view = [](std::optional<std::string> const& text) { return text ? std::string_view(*text) : ""; };
  auto before = view(edit.before);
  auto after = view(edit.after);
  return make_diff(edit.path, edit.before ? &before : nullptr, edit.after ? &after : nullptr);
}

Json to_json(FixOutcome const& outcome, Rehearsal rehearsal) {
  auto files = Json::array();
  for (auto const& edit : outcome.edits) {
    Json file{{"file", edit.path}, {"action", !edit.before ? "create" : !edit.after ? "delete" : "modify"}};
    if (rehearsal == Rehearsal::yes) file["diff"] = diff_of(edit);
    files.push_back(std::move(file));
  }
  auto drifts = Json::array();
  for (auto const& drift : outcome.drifts)
    drifts.push_back({{"file", drift.file}, {"why", drift.why}});
  Json json{{"fix", outcome.fix}, {"outcome", outcome_word(outcome.what)}};
  if (!outcome.edits.empty()) json["files"] = std::move(files);
  if (!outcome.drifts.empty()) json["drifts"] = std::move(drifts);
  if (!outcome.words.empty()) json["words"] = outcome.words;
  return json;
}

Exit exit_of(std::vector<FixOutcome> const& outcomes) {
  auto any = [&](FixEnd what) {
    return std::ranges::find(outcomes, what, &FixOutcome::what) != outcomes.end();
  };
  if (any(FixEnd::drifted)) return Exit::conflict;
  return any(FixEnd::failed) ? Exit::judged_bad : Exit::ok;
}

void print(Cli const& cli, std::vector<FixOutcome> const& outcomes, Rehearsal rehearsal) {
  if (cli.output == Output::json) {
    auto fixes = Json::array();
    for (auto const& each : outcomes)
      fixes.push_back(to_json(each, rehearsal));
    print_json({{"version", 1}, {"dry_run", rehearsal == Rehearsal::yes}, {"fixes", std::move(fixes)}});
    return;
  }
  for (auto const& each : outcomes) {
    if (rehearsal == Rehearsal::yes)
      for (auto const& edit : each.edits)
        print_diff(cli, diff_of(edit));
    if (rehearsal == Rehearsal::no || each.edits.empty()) fmt::print("{}\n", printable(to_text(each)));
  }
  if (outcomes.empty()) tell(cli, "no fix is waiting for that");
}

Result<std::vector<FixOutcome>> act(Config const& config, StateFixOptions const& options,
                                    Rehearsal rehearsal) {
  auto named = TRY(session_argument(config, options.session));
  auto const& session = named.session;
  auto policy = policies(config).fixes(named.key.root);
  if (!options.target.empty())
    policy.target_root = std::filesystem::absolute(options.target).lexically_normal();
  switch (options.what) {
  case StateFixOptions::What::apply:
    return std::vector{TRY(apply_fix(session, policy, options.fix, rehearsal))};
  case StateFixOptions::What::verify:
    return verify_fixes(session, policy, options.fix.empty() ? std::nullopt : std::optional(options.fix));
  case StateFixOptions::What::rollback:
    return std::vector{TRY(rollback_fix(session, policy, options.fix, rehearsal))};
  }
  return std::vector<FixOutcome>();
}

} // namespace

Exit state_fix_command(Cli const& cli, StateFixOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto rehearsal = options.dry_run == DryRun::yes ? Rehearsal::yes : Rehearsal::no;
  auto outcomes = act(*config, options, rehearsal);
  if (!outcomes && outcomes.error().fault == Fault::denied && outcomes.error().code == 0)
    return complain(cli, outcomes.error()), Exit::configuration; // the target is not configured
  if (!outcomes) return complain(cli, outcomes.error());
  print(cli, *outcomes, rehearsal);
  return exit_of(*outcomes);
}

} // namespace artifactd
