#include "tests/faults/scenario.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace artifactd::faults {

namespace {

namespace fs = std::filesystem;

void do_or_throw(Program const& program) {
  auto const ending = run(program);
  if (ending.how != Ending::How::exited || ending.code != 0)
    throw std::runtime_error("preparing: " + program.arguments[3] + " ended by: " + ending.text());
}

/// Bots play a game, somebody changes a player's score, and a player reports it.
void prepare_correction(Stage& stage, ExpectedCorrection& expected) {
  auto const plays = stage.session() / "play";
  do_or_throw(
      stage.artifactctl({"game", "play", std::string(SOURCE_DIR) + "/tests/merge/game/games/three-omens",
                         "--seat", "none", "--seed", "7", "--record", plays.string()}));
  fs::rename(fs::directory_iterator(plays)->path(), plays / "p1");
  auto const state = plays / "p1/state.json";
  expected.right = stage.read("play/p1/state.json");
  auto json = nlohmann::ordered_json::parse(expected.right);
  auto& first = json["players"].begin().value();
  first["illegalActionCount"] = first.value("illegalActionCount", 0) + 5;
  expected.wrong = json.dump();
  std::ofstream(state) << expected.wrong;
  do_or_throw(stage.artifactctl({"report", "ask", stage.session().string(), "I did nothing illegal"}));
}

} // namespace

std::vector<Scenario> play_scenarios() {
  auto const expected = std::make_shared<ExpectedCorrection>(ExpectedCorrection{"p1", "", ""});
  Scenario scenario{.name = "correction_confirmed",
                    .agent_rules = "[play]\nconfirm = \"owner\"\n",
                    .prepare = [expected](Stage& stage) { prepare_correction(stage, *expected); },
                    .expected = {},
                    .runner = Runner::report_confirm};
  scenario.expected.correction = expected;
  return {scenario};
}

} // namespace artifactd::faults
