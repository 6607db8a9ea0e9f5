#include "daemon/commandline/cli_edit.hpp"

namespace artifactd {

void EditWords::add_to(CLI::App& app, Chosen& chosen) {
  using What = EditOptions::What;
  auto& edit = *app.add_subcommand("edit", "the editor: repair refused artifacts, inspect its runs")
                    ->require_subcommand(1)
                    ->fallthrough();
  auto add = [&](char const* name, char const* says, What what) -> CLI::App& {
    auto& sub = command(chosen, edit, name, says, options_, edit_command);
    sub.parse_complete_callback([this, what] { options_.what = what; });
    session(sub, options_.session);
    return sub;
  };
  auto& run = add("run", "repair an agent's artifacts and submit them", What::run);
  run.add_option("agent", options_.agent, "the agent")->type_name("AGENT")->required();
  run.add_option("--errors", options_.errors, "further errors: a JSON list of strings, or one error per line")
      ->type_name("FILE");
  run.add_option("--engine", options_.engine, "who plans")->check(CLI::IsMember({"rules", "model"}));
  run.add_flag("--plan-only", options_.plan_only, "print the plan, change nothing");
  flag(run, "--dry-run", options_.dry_run, "show the difference, write nothing");
  add("show", "one run: its plans, its patch, its verdict; or all runs", What::show)
      .add_option("run", options_.run, "as listed (default: list all)")
      ->type_name("RUN");
  add("replay", "repeat a run from its records, and compare the results", What::replay)
      .add_option("run", options_.run, "as `edit show` lists it")
      ->type_name("RUN")
      ->required();
}

} // namespace artifactd
