#include "tests/faults/run_oracle.hpp"

#include <nlohmann/json.hpp>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

void check_run_state(Stage const& stage, nlohmann::json const& state, std::vector<std::string>& found) {
  auto const faults = static_cast<std::size_t>(stage.faults);
  auto const expect = [&](bool holds, std::string const& what) {
    if (!holds) found.push_back(what + " in " + state.dump());
  };
  expect(state["status"] == "completed", "the run is not completed");
  expect(state["quality_gate"] == "pass", "the gate is not pass");
  expect(state["current_action"].is_null(), "an action is open");
  expect(state["pending_fixes"].empty(), "a fix is pending");
  expect(state["errors"].size() <= faults && state["error_count"] == state["errors"].size(),
         "more errors than faults");
  expect(state["applied_fixes"].size() == 1 && state["applied_fixes"][0]["verification_result"] == "pass",
         "the fix was not applied once");
  for (auto const& entry : state["action_history"]) {
    expect(entry["completed_at"].is_string(), "an action did not end");
    for (auto const& file : entry["output_files"])
      if (!stage.has(file.get<std::string>()) && stage.project(file.get<std::string>()).empty())
        found.push_back("there is no " + file.get<std::string>());
  }
}

} // namespace

std::vector<std::string> check_run_interrupted(Stage const& stage, ExpectedRun const& expected) {
  std::vector<std::string> found;
  auto const text = stage.read("state.json");
  if (stage.has("state.json") && nlohmann::json::parse(text, nullptr, false).is_discarded())
    found.push_back("state.json does not parse: " + text);
  for (auto const& [name, before] : expected.before)
    if (auto const now = stage.project(name); now != before && now != expected.after.at(name))
      found.push_back(name + " is neither old nor new: " + now);
  return found;
}

std::vector<std::string> check_run_settled(Stage const& stage, ExpectedRun const& expected,
                                           Ending const& ending) {
  auto found = check_run_interrupted(stage, expected);
  if (ending.how != Ending::How::exited || ending.code != 0)
    found.push_back("the run after the fault ended by: " + ending.text());
  auto const state = nlohmann::json::parse(stage.read("state.json"), nullptr, false);
  if (!state.is_object()) return found;
  check_run_state(stage, state, found);
  for (auto const& [name, after] : expected.after)
    if (stage.project(name) != after) found.push_back(name + " ends as " + stage.project(name));
  if (fs::exists(stage.project_path() / ".artifactd-change")) found.push_back("a change is left unfinished");
  for (auto const* left : {".artifactd/work", ".artifactd/runs"}) {
    std::error_code none;
    for (auto const& entry : fs::directory_iterator(stage.session() / left, none))
      found.push_back("left behind: " + (left / entry.path().filename()).string());
  }
  return found;
}

} // namespace artifactd::faults
