#include "tests/faults/scenario.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace artifactd::faults {

namespace {

/// A game with a condition on a field that nobody defines: schema and instructions have to be changed
/// together.
std::map<std::string, std::string> broken_ferry() {
  std::map<std::string, std::string> files;
  for (auto const* name : {"schema.json", "transitions.json", "instructions.json", "narratives.json"}) {
    std::ifstream in(std::string(SOURCE_DIR) + "/tests/merge/game/games/fog-ferry/" + name);
    files[name] = {std::istreambuf_iterator<char>(in), {}};
  }
  auto transitions = nlohmann::ordered_json::parse(files["transitions.json"]);
  transitions["transitions"][3]["preconditions"].push_back(
      {{"id", "few_storms"},
       {"logic", {{"<", {{{"var", "game.stormCount"}}, 3}}}},
       {"deterministic", true},
       {"explain", "There were few storms."}});
  files["transitions.json"] = transitions.dump(2);
  return files;
}

Scenario repaired_by_request() {
  auto const files = broken_ferry();
  Scenario scenario{.name = "edit_published",
                    .agent_rules = "[[agent]]\nmatch = \"ferry\"\nprofile = \"game\"\n",
                    .prepare =
                        [files](Stage& stage) {
                          for (auto const& [name, text] : files)
                            stage.write("artifacts/ferry/" + name, text);
                          stage.write("edits/please.json", R"({"agent": "ferry"})");
                          stage.drop("please", "edit");
                        },
                    .expected = {},
                    .runner = Runner::artifactd_once};
  scenario.expected.edit = {"ferry", files, {"schema.json", "instructions.json"}};
  return scenario;
}

} // namespace

std::vector<Scenario> edit_scenarios() {
  return {repaired_by_request()};
}

} // namespace artifactd::faults
