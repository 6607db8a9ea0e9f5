#include "tests/faults/scenario.hpp"
#include "tests/support/source_dir.hpp"

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

/// Bots play a game, a player's score is tampered with, and a player reports it.
void prepare_correction(Stage& stage, ExpectedChange& expected) {
  auto const plays = stage.session() / "play";
  do_or_throw(stage.artifactctl({"game", "play", test::source_dir() + "/tests/merge/game/games/three-omens",
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

/// Bots play an agent's game, which is then rewritten.
void prepare_adoption(Stage& stage, ExpectedChange& expected) {
  auto const game = stage.session() / "artifacts/game";
  fs::create_directories(game.parent_path());
  fs::copy(test::source_dir() + "/tests/merge/game/games/three-omens", game, fs::copy_options::recursive);
  do_or_throw(stage.artifactctl({"game", "play", game.string(), "--seat", "none", "--seed", "7"}));
  auto const plays = stage.session() / "play";
  fs::rename(fs::directory_iterator(plays)->path(), plays / "p1");
  expected.right = expected.wrong = stage.read("play/p1/state.json");
  std::ofstream(game / "transitions.json", std::ios::app) << "\n";
}

Scenario scenario_of(std::string name, std::string kind, Runner runner,
                     void (*prepare)(Stage&, ExpectedChange&)) {
  auto const expected =
      std::make_shared<ExpectedChange>(ExpectedChange{.play = "p1", .kind = std::move(kind)});
  Scenario scenario{.name = std::move(name),
                    .agent_rules = "[play]\nconfirm = \"owner\"\n",
                    .prepare = [expected, prepare](Stage& stage) { prepare(stage, *expected); },
                    .expected = {},
                    .runner = runner};
  scenario.expected.change = expected;
  return scenario;
}

} // namespace

std::vector<Scenario> play_scenarios() {
  return {scenario_of("correction_confirmed", "correction", Runner::report_confirm, prepare_correction),
          scenario_of("game_adopted", "restart", Runner::play_adopt, prepare_adoption)};
}

} // namespace artifactd::faults
