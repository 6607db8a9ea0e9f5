#include "tests/faults/fix_oracle.hpp"

#include <nlohmann/json.hpp>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

bool is_applied(nlohmann::json const& state, std::string const& fix) {
  bool applied = false;
  for (auto const& each : state["applied_fixes"])
    if (each["fix_id"] == fix) applied = each["verification_result"] != "rolled_back";
  return applied;
}

} // namespace

std::vector<std::string> check_fix_interrupted(Stage const& stage, ExpectedFix const& expected) {
  std::vector<std::string> found;
  if (nlohmann::json::parse(stage.read("state.json"), nullptr, false).is_discarded())
    found.push_back("state.json does not parse");
  for (auto const& [name, before] : expected.before) {
    auto text = stage.project(name);
    if (text != before && text != expected.after.at(name))
      found.push_back(name + " is neither old nor new: " + text);
  }
  return found;
}

std::vector<std::string> check_fix_settled(Stage const& stage, ExpectedFix const& expected,
                                           Ending const& ending) {
  auto found = check_fix_interrupted(stage, expected);
  if (ending.how != Ending::How::exited || ending.code > 1)
    found.push_back("the run after the fault ended by: " + ending.text());
  auto state = nlohmann::json::parse(stage.read("state.json"), nullptr, false);
  if (state.is_discarded()) return found;
  auto applied = is_applied(state, expected.fix);
  auto pending = false;
  for (auto const& id : state["pending_fixes"])
    pending = pending || id == expected.fix;
  if (applied && pending) found.push_back("the fix is applied and pending");
  for (auto const& [name, text] : applied ? expected.after : expected.before)
    if (stage.project(name) != text)
      found.push_back(std::string("the state says the fix is ") + (applied ? "" : "not ") + "applied, and " +
                      name + " is: " + stage.project(name));
  if (fs::exists(stage.project_path() / ".artifactd-change")) found.push_back("a change is left unfinished");
  if (fs::exists(stage.project_path() / "new") && !applied) found.push_back("a directory is left behind");
  std::error_code none;
  for (auto const& entry : fs::directory_iterator(stage.session() / ".artifactd/work", none))
    found.push_back("left behind: " + entry.path().filename().string());
  return found;
}

} // namespace artifactd::faults
