#include "tests/faults/scenario.hpp"

#include <fstream>
#include <iterator>
#include <sys/syscall.h>

namespace artifactd::faults {

namespace {

std::string snapshot(char const* number) {
  std::ifstream in(std::string(SOURCE_DIR) + "/tests/state/tuning/corpus/run/" + number + ".json");
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string described(std::string text) {
  std::string const empty = R"("user_issue_description": "")";
  return text.replace(text.find(empty), empty.size(), R"("user_issue_description": "slow")");
}

/// Nobody waits for the writer of a state that was written before the run began.
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
          .prepare = [](Stage& stage) { stage.write("state.json", snapshot("04")); },
          .expected = only({snapshot("04"), snapshot("04"), "", {snapshot("04")}}),
          .runner = Runner::artifactd_once};
}

/// Torn in place; an earlier refusal stands beside it.
Scenario restored() {
  auto torn = snapshot("05").substr(0, 700);
  Scenario scenario{.name = "state_restored",
                    .agent_rules = impatient,
                    .prepare =
                        [torn](Stage& stage) {
                          stage.write(".artifactd/states/000001-accepted.json", snapshot("04"));
                          stage.write("state.json.error", "refused before");
                          stage.write("state.json", torn);
                        },
                    .expected = only({torn, snapshot("04"), torn, {torn, snapshot("04"), "refused before"}}),
                    .runner = Runner::artifactd_once};
  scenario.expected.bad = {{"state", "state.S01", 1, "state"}};
  return scenario;
}

Scenario updated() {
  auto before = snapshot("00");
  auto after = described(before);
  return {.name = "state_updated",
          .agent_rules = "",
          .prepare = [before](Stage& stage) { stage.write("state.json", before); },
          .expected = only({before, after, "", {before}}),
          .runner = Runner::artifactctl_update};
}

/// Another program replaces the state in the last instant: the change is made to what it wrote.
Scenario updated_among_others() {
  auto scenario = updated();
  scenario.name = "state_updated_among_others";
  auto theirs = snapshot("00");
  std::string const errors = R"("max_errors": 3)";
  theirs.replace(theirs.find(errors), errors.size(), R"("max_errors": 4)");
  // In time it is changed to theirs; a fault before that leaves ours.
  scenario.meddle = [theirs](Stage& stage, Call const& call) {
    if (stage.meddled || call.number != SYS_renameat2 || call.arguments[4] != RENAME_EXCHANGE) return;
    stage.meddled = true;
    stage.replace("state.json", theirs);
  };
  scenario.expected.state->foreign = theirs;
  scenario.expected.state->after_foreign = described(theirs);
  return scenario;
}

} // namespace

std::vector<Scenario> state_scenarios() {
  return {accepted(), restored(), updated(), updated_among_others()};
}

} // namespace artifactd::faults
