#include "tests/faults/scenario.hpp"
#include "tests/support/tuning_run.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <sys/syscall.h>

namespace artifactd::faults {

namespace {

std::string described(std::string text) {
  std::string const empty = R"("user_issue_description": "")";
  return text.replace(text.find(empty), empty.size(), R"("user_issue_description": "slow")");
}

/// So that a state written before the run began is not waited for.
constexpr auto impatient = "[state]\npatience = \"20ms\"\n";

Expectation only(ExpectedState state) {
  return {.base = {},
          .foreign = {},
          .good = {},
          .bad = {},
          .untouched = {},
          .rules = {},
          .state = std::move(state)};
}

Scenario accepted() {
  return {.name = "state_accepted",
          .agent_rules = impatient,
          .prepare = [](Stage& stage) { stage.write("state.json", test::snapshot(4)); },
          .expected = only({test::snapshot(4), test::snapshot(4), "", {test::snapshot(4)}}),
          .runner = Runner::artifactd_once};
}

/// Torn in place, beside an earlier refusal.
Scenario restored() {
  auto torn = test::snapshot(5).substr(0, 700);
  Scenario scenario{.name = "state_restored",
                    .agent_rules = impatient,
                    .prepare =
                        [torn](Stage& stage) {
                          stage.write(".artifactd/states/000001-accepted.json", test::snapshot(4));
                          stage.write("state.json.error", "refused before");
                          stage.write("state.json", torn);
                        },
                    .expected =
                        only({torn, test::snapshot(4), torn, {torn, test::snapshot(4), "refused before"}}),
                    .runner = Runner::artifactd_once};
  scenario.expected.bad = {{"state", "state.S01", 1, "state"}};
  return scenario;
}

Scenario updated() {
  auto before = test::snapshot(0);
  auto after = described(before);
  return {.name = "state_updated",
          .agent_rules = "",
          .prepare = [before](Stage& stage) { stage.write("state.json", before); },
          .expected = only({before, after, "", {before}}),
          .runner = Runner::artifactctl_update};
}

/// Another program replaces the state at the last moment: the change is applied to its version.
Scenario updated_among_others() {
  auto scenario = updated();
  scenario.name = "state_updated_among_others";
  auto theirs = test::snapshot(0);
  std::string const errors = R"("max_errors": 3)";
  theirs.replace(theirs.find(errors), errors.size(), R"("max_errors": 4)");
  // If the replacement happens in time, its version is changed; after an earlier fault, ours remains.
  scenario.meddle = [theirs](Stage& stage, Call const& call) {
    if (stage.meddled || call.number != SYS_renameat2 || call.arguments[4] != RENAME_EXCHANGE) return;
    stage.meddled = true;
    stage.replace("state.json", theirs);
  };
  scenario.expected.state->foreign = theirs;
  scenario.expected.state->after_foreign = described(theirs);
  return scenario;
}

std::map<std::string, std::string> const skill = {{"SKILL.md", "# skill\n"},
                                                  {"a.md", "one\ntwo\n"},
                                                  {"sub/b.md", "b"},
                                                  {"gone.md", "gone\r\n"},
                                                  {"new/c.md", ""}};
std::map<std::string, std::string> const fixed_skill = {
    {"SKILL.md", "# skill\n"}, {"a.md", "one\n2\n"}, {"sub/b.md", "B"}, {"gone.md", ""}, {"new/c.md", "c"}};

/// A run in which FIX-1 is approved, and the skill that it changes.
void prepare_fix(Stage& stage) {
  auto state = nlohmann::ordered_json::parse(test::snapshot(12));
  state["target_skill"]["path"] = "skill";
  state["pending_fixes"] = {"FIX-1"};
  state["proposed_fixes"][0]["changes"] = nlohmann::ordered_json::parse(R"([
    {"file": "a.md", "action": "modify", "diff": "@@ -2 +2 @@\n-two\n+2\n"},
    {"file": "sub/b.md", "action": "modify", "old_content": "b", "new_content": "B"},
    {"file": "gone.md", "action": "delete"},
    {"file": "new/c.md", "action": "create", "new_content": "c"}])");
  stage.write("state.json", state.dump(2));
  for (auto const& [name, text] : skill) {
    if (text.empty()) continue;
    std::filesystem::create_directories((stage.project_path() / name).parent_path());
    std::ofstream(stage.project_path() / name, std::ios::binary) << text;
  }
}

Scenario fix_applied() {
  Scenario scenario{.name = "fix_applied",
                    .agent_rules = "",
                    .prepare = prepare_fix,
                    .expected = {},
                    .runner = Runner::fix_apply,
                    .settled_by = Runner::fix_verify};
  scenario.expected.fix = {"FIX-1", skill, fixed_skill};
  return scenario;
}

Scenario fix_rolled_back() {
  auto scenario = fix_applied();
  scenario.name = "fix_rolled_back";
  scenario.prepare = [](Stage& stage) {
    prepare_fix(stage);
    auto ending = run(stage.fix("apply"));
    if (ending.how != Ending::How::exited || ending.code != 0)
      throw std::runtime_error("preparing: apply ended by: " + ending.text());
  };
  scenario.runner = Runner::fix_rollback;
  return scenario;
}

} // namespace

std::vector<Scenario> state_scenarios() {
  return {accepted(), restored(), updated(), updated_among_others(), fix_applied(), fix_rolled_back()};
}

} // namespace artifactd::faults
