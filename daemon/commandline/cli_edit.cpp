#include "daemon/commandline/cli_subjects.hpp"

namespace artifactd {

void add_edit(CLI::App& edit, Chosen& chosen, EditOptions& options) {
  using What = EditOptions::What;
  Group const group{edit, chosen, options, edit_command};
  auto& run = group.add("run", "repair an agent's artifacts and submit them", What::run, options.session);
  run.add_option("agent", options.agent, "the agent")->type_name("AGENT")->required();
  run.add_option("--errors", options.errors, "further errors: a JSON list of strings, or one error per line")
      ->type_name("FILE");
  run.add_option("--engine", options.engine, "who plans")->check(CLI::IsMember({"rules", "model"}));
  run.add_flag("--plan-only", options.plan_only, "print the plan, change nothing");
  flag(run, "--dry-run", options.dry_run, "show the difference, write nothing");
  group.add("show", "one run: its plans, its patch, its verdict; or all runs", What::show, options.session)
      .add_option("run", options.run, "as listed (default: list all)")
      ->type_name("RUN");
  group.add("replay", "repeat a run from its records, and compare the results", What::replay, options.session)
      .add_option("run", options.run, "as `edit show` lists it")
      ->type_name("RUN")
      ->required();
}

} // namespace artifactd
