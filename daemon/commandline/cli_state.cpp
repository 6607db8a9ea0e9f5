#include "daemon/commandline/cli_subjects.hpp"
#include "state/tuning/actions.hpp"
#include "state/tuning/words.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <string>
#include <vector>

namespace artifactd {

namespace {

CLI::Option& file(CLI::App& sub, std::string& value) {
  return *sub.add_option("file", value, "the state, or the directory it is in")->type_name("FILE");
}

/// As `state log` lists them.
CLI::Validator state_number() {
  return {[](std::string& text) {
            auto const is_digit = [](char c) { return c >= '0' && c <= '9'; };
            if (!text.empty() && text.front() != '0' && std::ranges::all_of(text, is_digit))
              return std::string();
            return "\"" + text + "\" is not the number of a state; `artifactctl state log` lists them";
          },
          ""};
}

/// Without a list of choices, which would break the lines of the manual page.
CLI::Validator action_of_a_run() {
  return {[](std::string& text) {
            auto const actions = tuning::all_actions();
            return std::ranges::find(actions, text) != actions.end()
                       ? std::string()
                       : fmt::format("a run has no action \"{}\"; its actions are {}", text,
                                     fmt::join(actions, ", "));
          },
          ""};
}

void add_driving(CLI::App& state, Chosen& chosen, StateRunOptions& options) {
  auto& run = command(chosen, state, "run", "drive a run from action to action until it ends or needs you",
                      options, state_run_command);
  session(run, options.session);
  run.add_option("--skill", options.skill, "begin a run for this skill")->type_name("DIR");
  run.add_option("--issue", options.issue, "what is wrong with it; - reads stdin")->type_name("TEXT");
  run.add_option("--focus", options.focus, "context, memory, dataflow, agent (all of them)")
      ->type_name("AREA")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(std::vector<std::string>(tuning::area_words.begin(), tuning::area_words.end())));
  run.add_option("--max-iterations", options.max_iterations, "rounds of diagnosing and fixing (5)")
      ->check(CLI::Range(1, 100));
  run.add_option("--until", options.until, "stop after this action")
      ->type_name("ACTION")
      ->check(action_of_a_run());
  run.add_option("--yes-to", options.yes_to, "apply fixes of up to this risk (medium)")
      ->check(CLI::IsMember({"none", "low", "medium", "high"}));
  run.add_option("--command", options.command, "a shell command for all actions (default: as configured)")
      ->type_name("LINE");
  run.add_option("--target", options.target, "what target_skill.path is relative to; nothing else is touched")
      ->type_name("DIR");
  run.add_flag("--dry-run", options.dry_run, "only say which action comes next, and who does it");
}

void add_looking(Group<StateOptions> const& group) {
  using What = StateOptions::What;
  auto& options = group.options;
  file(group.add("init", "write a new run's state, or print it", What::init), options.file);
  auto& check = group.add("check", "check a state as artifactd would", What::check);
  file(check, options.file).required();
  check
      .add_option("--against", options.against, "the previously accepted state: check the step from it, too")
      ->type_name("OLD");
  file(group.add("next", "which action comes next, and why not another", What::next), options.file)
      .required();
  file(group.add("score", "score and gate by both formulas", What::score), options.file).required();
  group.add("schema", "print the JSON Schema of states", What::schema);
}

void add_changing(Group<StateUpdateOptions> const& group) {
  using What = StateUpdateOptions::What;
  auto& options = group.options;
  auto add = [&](char const* name, char const* says, What what) -> CLI::App& {
    auto& sub = group.add(name, says, what);
    file(sub, options.file).required();
    sub.add_option("--expect", options.expected, "only if this is its updated_at or digest")
        ->type_name("WHICH");
    flag(sub, "--dry-run", options.dry_run, "check the change, write nothing");
    return sub;
  };
  auto& update = add("update", "change the state atomically, if the result is valid", What::update);
  update.add_option("--set", options.set, "one member; VALUE is JSON or a plain string")
      ->type_name("PATH=VALUE");
  update.add_option("--merge", options.merge, "an object whose members are merged in")->type_name("JSON");
  auto& drop = add("drop", "give up a pending fix without applying it", What::drop);
  drop.add_option("fix", options.fix, "as the state names it")->type_name("FIX")->required();
  add("fix-counts", "recount issues_by_severity", What::fix_counts);
}

void add_history(Group<StateHistoryOptions> const& group) {
  using What = StateHistoryOptions::What;
  auto& options = group.options;
  auto number = [&](CLI::App& sub) {
    sub.add_option("number", options.from, "as log lists it")
        ->type_name("N")
        ->required()
        ->check(state_number());
  };
  group.add("log", "the states accepted, and those set aside", What::log, options.session);
  auto& diff = group.add("diff", "what changed between two states", What::diff, options.session);
  diff.add_option("from", options.from, "the older state (default: the accepted one before M)")
      ->type_name("N")
      ->check(state_number());
  diff.add_option("to", options.to, "the newer state (default: the one accepted last)")
      ->type_name("M")
      ->check(state_number());
  number(group.add("show", "print a state unchanged", What::show, options.session));
  auto& restore = group.add("restore", "make a state the current state.json", What::restore, options.session);
  number(restore);
  flag(restore, "--dry-run", options.dry_run, "say what would happen");
}

void add_fixing(Group<StateFixOptions> const& group) {
  using What = StateFixOptions::What;
  auto& options = group.options;
  auto add = [&](char const* name, char const* says, What what) {
    auto& sub = group.add(name, says, what, options.session);
    auto* fix = sub.add_option("fix", options.fix, "as the state names it")->type_name("FIX");
    if (what == What::rollback) fix->required();
    sub.add_option("--target", options.target,
                   "what target_skill.path is relative to; nothing else is touched")
        ->type_name("DIR");
    if (what != What::verify) flag(sub, "--dry-run", options.dry_run, "show the difference, write nothing");
  };
  add("apply", "apply a pending fix to the files of the skill", What::apply);
  add("verify", "give the verdict on fixes that were applied", What::verify);
  add("rollback", "restore the files as they were before a fix", What::rollback);
}

} // namespace

void add_state(CLI::App& state, Chosen& chosen, StateWords& words) {
  add_driving(state, chosen, words.run);
  auto& report = command(chosen, state, "report", "what became of a run: scores, actions, fixes",
                         words.report, state_report_command);
  session(report, words.report.session);
  report.add_option("--html", words.report.html, "as one page, with a plot and every difference")
      ->type_name("FILE");
  add_looking({state, chosen, words.state, state_command});
  add_changing({state, chosen, words.update, state_update_command});
  add_fixing({state, chosen, words.fix, state_fix_command});
  add_history({state, chosen, words.history, state_history_command});
}

} // namespace artifactd
