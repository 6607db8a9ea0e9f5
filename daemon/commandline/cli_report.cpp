#include "daemon/commandline/cli_report.hpp"

namespace artifactd {

CLI::App& ReportWords::add(char const* name, char const* says, What what) {
  auto& sub = command(*chosen_, *report_, name, says, options_, report_command);
  session(sub, options_.session);
  sub.parse_complete_callback([this, what] { options_.what = what; });
  return sub;
}

void ReportWords::add_to(CLI::App& app, Chosen& chosen) {
  chosen_ = &chosen;
  report_ = app.add_subcommand("report", "what players report about a play, and corrections of its state")
                ->require_subcommand(1)
                ->fallthrough();
  auto& ask = add("ask", "report something, and print the answer", What::ask);
  ask.add_option("message", options_.name, "what is wrong, or what you want to know")
      ->type_name("TEXT")
      ->required();
  ask.add_option("--play", options_.play, "the play it is about (the only one)")->type_name("PLAY");
  ask.add_option("--player", options_.player, "the player who reports")->type_name("PLAYER");
  ask.add_option("--step", options_.step, "the step it is about (the last one)")->type_name("STEP");
  ask.add_option("--about", options_.about, "the earlier report that it continues")->type_name("NAME");
  duration(ask, "--wait", options_.wait, "how long to wait for a busy session (30s)");
  auto& run = add("run", "answer a pending report now, daemon or not", What::run);
  run.add_option("name", options_.name, "the report")->type_name("NAME")->required();
  duration(run, "--wait", options_.wait, "how long to wait for a busy session (30s)");
  add("list", "answered reports and proposed corrections", What::list);
  auto& show = add("show", "one answer", What::show);
  show.add_option("name", options_.name, "the report")->type_name("NAME")->required();
  flag(show, "--all", options_.evidence, "also what its player was not shown");
  auto& wishes = add("wishes", "rule changes that players would like", What::wishes);
  wishes.add_flag("--clear", options_.clear, "delete them once they are printed");
  auto const proposal = [this](char const* name, char const* says, What what) -> CLI::App& {
    auto& sub = add(name, says, what);
    sub.add_option("id", options_.name, "the proposal")->type_name("ID")->required();
    return sub;
  };
  proposal("confirm", "apply a proposed correction", What::confirm);
  proposal("reject", "reject a proposed correction", What::reject);
  auto& undo = proposal("undo", "take a confirmed correction back", What::undo);
  flag(undo, "--restart", options_.undo, "go on from before it, though later steps built on it");
}

} // namespace artifactd
