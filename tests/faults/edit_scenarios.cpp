#include "tests/faults/scenario.hpp"
#include "tests/support/source_dir.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace artifactd::faults {

namespace {

using EditedJson = nlohmann::ordered_json;
using GameFiles = std::map<std::string, std::string>;

GameFiles ferry() {
  GameFiles files;
  for (auto const* name : {"schema.json", "transitions.json", "instructions.json", "narratives.json"}) {
    std::ifstream in(test::source_dir() + "/tests/merge/game/games/fog-ferry/" + name);
    files[name] = {std::istreambuf_iterator<char>(in), {}};
  }
  return files;
}

/// A condition on an undefined field: schema and instructions have to be changed together.
GameFiles ferry_with_unknown_field() {
  auto files = ferry();
  auto transitions = EditedJson::parse(files["transitions.json"]);
  transitions["transitions"][3]["preconditions"].push_back(
      {{"id", "few_storms"},
       {"logic", {{"<", {{{"var", "game.stormCount"}}, 3}}}},
       {"deterministic", true},
       {"explain", "There were few storms."}});
  files["transitions.json"] = transitions.dump(2);
  return files;
}

Scenario repaired_by_request() {
  auto const files = ferry_with_unknown_field();
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

/// A model that counts its calls in the stage's home and replies with the files there.
constexpr auto counting_model = R"([editor]
coordinator = "mine"
[models.mine]
kind = "command"
free = true
command = ["/bin/sh", "-c",
  "cd @home@; echo >> calls; case $(cat) in *'Plan the changes'*) cat plan;; *) cat fragment;; esac"]
[[agent]]
match = "ferry"
profile = "game"
)";

/// An operation without its name, and a model that knows it.
Scenario repaired_by_model() {
  auto files = ferry();
  auto instructions = EditedJson::parse(files["instructions.json"]);
  auto& broken = instructions["transitions"]["initialize_game"];
  auto const fragment = EditedJson{{"fragment", broken.dump()}}.dump();
  broken["stateDelta"][0].erase("op");
  files["instructions.json"] = instructions.dump(2);
  auto const plan = EditedJson{{"diagnosis", "An operation does not say which it is."},
                               {"confidence", "high"},
                               {"changes",
                                {{{"artifact", "instructions"},
                                  {"operation", "patch"},
                                  {"fragmentAddress", "instructions.transitions.initialize_game"},
                                  {"description", "Say that the day is set"},
                                  {"errorsAddressed", {"1", "2"}}}}}}
                        .dump();
  Scenario scenario{.name = "edit_by_model",
                    .agent_rules = counting_model,
                    .prepare =
                        [files, plan, fragment](Stage& stage) {
                          for (auto const& [name, text] : files)
                            stage.write("artifacts/ferry/" + name, text);
                          // If the tests run as root, the model runs as nobody.
                          std::filesystem::permissions(stage.home(), std::filesystem::perms::all);
                          std::ofstream(stage.home() / "plan") << plan;
                          std::ofstream(stage.home() / "fragment") << fragment;
                        },
                    .expected = {},
                    .runner = Runner::edit_by_model};
  scenario.expected.edit = {"ferry", files, {"instructions.json"}, false};
  return scenario;
}

} // namespace

std::vector<Scenario> edit_scenarios() {
  return {repaired_by_request(), repaired_by_model()};
}

} // namespace artifactd::faults
