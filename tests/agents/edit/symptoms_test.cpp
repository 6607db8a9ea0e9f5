// Errors in the words for what is seen in a play (seed: artifact-editor, section 12). A game that is repaired
// without them is repaired with them.
#include "agents/edit/repair.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/statements.hpp"
#include "merge/play/search/look.hpp"
#include "tests/support/source_dir.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Errors = std::vector<std::string>;

/// The example's game; it has two faults.
game::Game example() {
  auto const directory =
      std::filesystem::path(test::source_dir()) / "examples/game-night/artifacts/game-designer";
  std::vector<game::GameFile> files;
  for (auto const* name : {"instructions.json", "schema.json", "transitions.json"}) {
    std::ifstream in(directory / name);
    files.push_back({name, name, {std::istreambuf_iterator<char>(in), {}}});
  }
  return game::Game(std::move(files));
}

game::Game sound_game() {
  auto const game = example();
  return game.with(editor::repair_by_rules(game).changed);
}

/// `text` occurs once in that file.
game::Game broken(std::string const& file, std::string const& text, std::string const& instead) {
  auto const game = sound_game();
  for (auto const& each : game.texts()) {
    if (!each.is_file() || each.file_content().name != file) continue;
    auto content = each.file_content();
    auto const at = content.bytes.find(text);
    EXPECT_NE(at, content.bytes.npos) << text;
    EXPECT_EQ(content.bytes.find(text, at + 1), content.bytes.npos) << text;
    content.bytes.replace(at, text.size(), instead);
    return game.with({content});
  }
  ADD_FAILURE() << file;
  return game.with({});
}

game::Game stuck_in_harvest() {
  return broken("transitions.json", R"({ "<": [{ "var": "game.season" }, 3] })",
                R"({ "<": [{ "var": "game.season" }, 2] })");
}

editor::Repair repaired(game::Game const& game, Errors reported) {
  return editor::repair(editor::standing_of(game.with({}), std::move(reported), play::Simulation::certain),
                        editor::plan_by_rules);
}

struct Case {
  game::Game game;
  std::string error;
};

std::vector<Case> cases() {
  std::vector<Case> cases;
  auto const stuck = [&](std::string error) { cases.push_back({stuck_in_harvest(), std::move(error)}); };
  stuck("Deadlock detected in phase 'harvest': no transitions fire and no player input expected");
  stuck("Phase 'harvest' has no outbound transitions with satisfiable preconditions given current state");
  stuck("Phase 'harvest' has been active for 5 turns with no transition firing");
  stuck("No transition sets game.gameEnded=true under reachable conditions");
  auto const wrong = [&](std::string const& text, std::string const& instead, std::string error) {
    cases.push_back({broken("instructions.json", text, instead), std::move(error)});
  };
  constexpr auto* end = R"({ "op": "set", "path": "game.gameEnded", "value": true })";
  wrong(end, R"({ "op": "delete", "path": "game.yield" })",
        "No transition sets game.gameEnded=true under reachable conditions");
  wrong(end, R"({ "op": "delete", "path": "game.yield" })", "No transition sets game.gameEnded=true");
  constexpr auto* asked = R"("path": "players.{{playerId}}.actionRequired", "value": )";
  wrong(asked + std::string("false"), asked + std::string("true"),
        "Phase 'planting' has been active for 9 turns with no transition firing");
  wrong(R"({ "op": "set", "path": "players.{{playerId}}.actionRequired", "value": false })",
        R"({ "op": "set", "path": "players.{{playerId}}.planted", "value": 1 })",
        "Phase 'planting' does not set actionRequired=true for active player");
  constexpr auto* spring = R"({ "op": "increment", "path": "game.season", "value": 1 })";
  wrong(spring, spring + std::string(", ") + end,
        "Game ended unexpectedly in phase 'planting' — gameEnded set to true when game should continue");
  wrong(R"({ "op": "set", "path": "game.season", "value": 1 },)", "",
        "Illegal state detected: Path game.season is not a number (current: undefined)");
  wrong("players.{{richestPlayerId}}.isGameWinner", "players.*.isGameWinner",
        "Transition 'settle_up' stateDelta sets isGameWinner on incorrect player path");
  wrong(R"("probabilities": [0.7, 0.3])", R"("probabilities": { "sun": 0.7, "hail": 0.3 })",
        "Transition 'draw_weather' rng op probabilities are degenerate (single outcome with p=1.0)");
  return cases;
}

TEST(Symptoms, AreRepairedWithTheirCause) {
  for (auto const& each : cases()) {
    auto const alone = repaired(each.game, {});
    ASSERT_THAT(alone.remaining, IsEmpty()) << each.error;
    auto const repair = repaired(each.game, {each.error});
    EXPECT_THAT(repair.remaining, IsEmpty()) << each.error;
    ASSERT_EQ(repair.changed.size(), 1U) << each.error;
    EXPECT_EQ(repair.changed.front().bytes, alone.changed.front().bytes) << each.error;
  }
}

TEST(Symptoms, ThatACheckFindsInMoreWordsAreNotUnproven) {
  EXPECT_THAT(
      repaired(stuck_in_harvest(), {"Deadlock detected in phase 'harvest': no transitions fire and no "
                                    "player input expected."})
          .unproven,
      IsEmpty());
  std::string const elsewhere = "Phase 'harvest' has been active for 5 turns with no transition firing";
  EXPECT_THAT(repaired(stuck_in_harvest(), {elsewhere}).unproven, ElementsAre(elsewhere));
}

TEST(Symptoms, RemainIfNothingIsChangedThatExplainsThem) {
  for (std::string const error : {
           "Phase 'weather' has been active for 5 turns with no transition firing",
           "Phase 'planting' does not set actionRequired=true for active player",
           "Transition 'next_spring' stateDelta sets score on incorrect player path",
           "Illegal state detected: more coins than anybody has",
           "Illegal state detected: Path game.yield is not a number (current: undefined)",
       })
    EXPECT_THAT(repaired(stuck_in_harvest(), {error}).remaining, ElementsAre(error));
  std::string const stuck = "Phase 'harvest' has been active for 5 turns with no transition firing";
  EXPECT_THAT(repaired(sound_game(), {stuck}).remaining, ElementsAre(stuck));
}

TEST(Symptoms, AreTheErrorOfACheckIfItHasThemAsWholeClauses) {
  auto const found = "Phase 'a' is stuck: 'x' needs 'y'; 'z' asks nobody. Phase 'a' waits";
  for (auto const* error : {"Phase 'a' is stuck", "'z' asks nobody", "'z' asks nobody.", "Phase 'a' waits"})
    EXPECT_TRUE(editor::is_said_in(error, found)) << error;
  for (auto const* error : {"", ".", "stuck", "Phase 'a'", "needs 'y'", "Phase 'b' waits"})
    EXPECT_FALSE(editor::is_said_in(error, found)) << error;
}

} // namespace
} // namespace artifactd
