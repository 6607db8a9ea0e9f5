#include "agents/state/fix_target.hpp"
#include "agents/state/fixing.hpp"
#include "daemon/commands/diff_text.hpp"
#include "daemon/settling/policies.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>

namespace artifactd {

namespace {

using FixEnd = FixOutcome::What;

Exit exit_of(std::vector<FixOutcome> const& outcomes) {
  auto any = [&](FixEnd what) {
    return std::ranges::find(outcomes, what, &FixOutcome::what) != outcomes.end();
  };
  if (any(FixEnd::drifted)) return Exit::conflict;
  return any(FixEnd::failed) ? Exit::judged_bad : Exit::ok;
}

void print_text(Cli const& cli, std::vector<FixOutcome> const& outcomes, Rehearsal rehearsal) {
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
  if (options.what == StateFixOptions::What::verify)
    return verify_fixes(session, policy, options.fix.empty() ? std::nullopt : std::optional(options.fix));
  auto* const work = options.what == StateFixOptions::What::apply ? apply_fix : rollback_fix;
  return std::vector{TRY(work(session, policy, options.fix, rehearsal))};
}

} // namespace

Exit state_fix_command(Cli const& cli, StateFixOptions const& options) {
  auto config = configuration(cli);
  if (!config) return config.error();
  auto rehearsal = options.dry_run == DryRun::yes ? Rehearsal::yes : Rehearsal::no;
  auto outcomes = act(*config, options, rehearsal);
  if (!outcomes) {
    auto const exit = complain(cli, outcomes.error());
    return lacks_root(outcomes.error()) ? Exit::configuration : exit;
  }
  if (cli.output == Output::json)
    print_json(to_json(*outcomes, rehearsal));
  else
    print_text(cli, *outcomes, rehearsal);
  return exit_of(*outcomes);
}

} // namespace artifactd
