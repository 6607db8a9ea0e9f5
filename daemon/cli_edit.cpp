#include "daemon/cli_edit.hpp"

namespace artifactd {

void EditWords::add_to(CLI::App& app, Chosen& chosen) {
  using What = EditOptions::What;
  auto& edit = *app.add_subcommand("edit", "the editor: repair refused artifacts, look at what it did")
                    ->require_subcommand(1)
                    ->fallthrough();
  auto add = [&](char const* name, char const* says, What what) -> CLI::App& {
    auto& sub = command(chosen, edit, name, says, options_, edit_command);
    sub.parse_complete_callback([this, what] { options_.what = what; });
    session(sub, options_.session);
    return sub;
  };
  auto& run = add("run", "repair an agent's artifacts and hand them in", What::run);
  run.add_option("agent", options_.agent, "whose")->type_name("AGENT")->required();
  run.add_option("--errors", options_.errors,
                 "what is wrong besides: a JSON list of strings, or one error a line")
      ->type_name("FILE");
  run.add_option("--engine", options_.engine, "who plans")->check(CLI::IsMember({"rules", "model"}));
  run.add_flag("--plan-only", options_.plan_only, "print the plan, change nothing");
  flag(run, "--dry-run", options_.dry_run, "show the difference, write nothing");
  add("show", "a run: its plans, its patch, its verdict; or all of them", What::show)
      .add_option("run", options_.run, "as listed; none: list them")
      ->type_name("RUN");
  add("replay", "a run once more from what it kept, and whether it comes out the same", What::replay)
      .add_option("run", options_.run, "as `edit show` lists it")
      ->type_name("RUN")
      ->required();
}

} // namespace artifactd
