#include "daemon/commandline/cli_subjects.hpp"

namespace artifactd {

void add_report(CLI::App& report, Chosen& chosen, ReportOptions& options) {
  using What = ReportOptions::What;
  Group const reports{report, chosen, options, report_command};
  auto& ask = reports.add("ask", "report something, and print the answer", What::ask, options.session);
  ask.add_option("message", options.name, "what is wrong, or what you want to know")
      ->type_name("TEXT")
      ->required();
  ask.add_option("--play", options.play, "the play it is about (the only one)")->type_name("PLAY");
  ask.add_option("--player", options.player, "the player who reports")->type_name("PLAYER");
  ask.add_option("--step", options.step, "the step it is about (the last one)")
      ->check(CLI::Range(std::uint64_t{1}, largest_step))
      ->type_name("STEP");
  ask.add_option("--about", options.about, "the earlier report that it continues")->type_name("NAME");
  duration(ask, "--wait", options.wait, "how long to wait for a busy session (30s)");
  auto& run = reports.add("run", "answer a pending report now, daemon or not", What::run, options.session);
  run.add_option("name", options.name, "the report")->type_name("NAME")->required();
  duration(run, "--wait", options.wait, "how long to wait for a busy session (30s)");
  reports.add("list", "answered reports and proposed corrections", What::list, options.session);
  auto& show = reports.add("show", "one answer", What::show, options.session);
  show.add_option("name", options.name, "the report")->type_name("NAME")->required();
  flag(show, "--all", options.evidence, "also what its player was not shown");
  auto& wishes = reports.add("wishes", "rule changes that players would like", What::wishes, options.session);
  wishes.add_flag("--clear", options.clear, "delete them once they are printed");
  auto const proposal = [&](char const* name, char const* says, What what) -> CLI::App& {
    auto& sub = reports.add(name, says, what, options.session);
    sub.add_option("id", options.name, "the proposal")->type_name("ID")->required();
    return sub;
  };
  proposal("confirm", "apply a proposed correction", What::confirm);
  proposal("reject", "reject a proposed correction", What::reject);
  auto& undo = proposal("undo", "take a confirmed correction back", What::undo);
  flag(undo, "--restart", options.undo, "continue the play from before it, even if later steps depend on it");
}

} // namespace artifactd
