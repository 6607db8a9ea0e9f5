// What rules decide where several repairs would pass the checks: the one that was meant, or none.
#include "agents/editor/repair.hpp"
#include "tests/support/game_corpus.hpp"

#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A sound game with one text changed, in whatever file has it first behind `behind`.
class ChangedGame {
public:
  explicit ChangedGame(std::string const& name) : files_(game_files(name)) {}

  ChangedGame& with(std::string const& sound, std::string const& broken, std::string const& behind = "") {
    for (auto& file : files_) {
      auto const begin = file.bytes.find(behind);
      auto const at = begin == file.bytes.npos ? begin : file.bytes.find(sound, begin);
      if (at == file.bytes.npos) continue;
      file.bytes.replace(at, sound.size(), broken);
      return *this;
    }
    ADD_FAILURE() << "nobody writes " << sound;
    return *this;
  }

  [[nodiscard]] editor::Repair repaired() const { return editor::repair_by_rules(game::Game(files_)); }
  /// The one file that was repaired.
  [[nodiscard]] std::string text() const {
    auto const repair = repaired();
    EXPECT_TRUE(repair.succeeded()) << testing::PrintToString(repair.remaining);
    return repair.changed.size() == 1 ? repair.changed.front().bytes : "";
  }

private:
  std::vector<game::GameFile> files_;
};

constexpr auto* counted = R"({ "op": "increment", "path": "game.round", "value": 1 })";

TEST(RuleChoices, TakeAwayWhatIsTakenAway) {
  ChangedGame game("three-omens");
  game.with(counted, R"({ "op": "decrement", "path": "game.round", "value": 1 })");
  EXPECT_THAT(game.text(), HasSubstr(R"({ "op": "increment", "path": "game.round", "value": -1 })"));
  ChangedGame unknown("three-omens");
  unknown.with(counted, R"({ "op": "decrement", "path": "game.round", "value": "{{lost}}" })");
  EXPECT_FALSE(unknown.repaired().succeeded());
}

TEST(RuleChoices, DoNotResetAllPlayersWhoGetMore) {
  ChangedGame game("three-omens");
  game.with(counted, R"({ "op": "incrementForAllPlayers", "field": "score", "value": 1 })");
  EXPECT_FALSE(game.repaired().succeeded());
}

TEST(RuleChoices, MendSeveralFaultsOfOneMessage) {
  ChangedGame game("three-omens");
  game.with(R"("op": "increment", "path": "players.{{roundWinnerId}}.score")",
            R"("op": "inc", "path": "players.{{roundWinnerId}}.score")")
      .with(counted, R"({ "op": "inc", "path": "game.round", "value": 1 })");
  EXPECT_THAT(game.text(), Not(HasSubstr(R"("inc")")));
}

TEST(RuleChoices, KeepThePlayersField) {
  ChangedGame game("three-omens");
  game.with("players.{{roundWinnerId}}.score", "players.{{roundWinnerId}}_score");
  EXPECT_THAT(game.text(), HasSubstr(R"("players.{{roundWinnerId}}.score")"));
  ChangedGame whole("three-omens");
  whole.with("players.{{roundWinnerId}}.score", "players.score_{{roundWinnerId}}");
  EXPECT_FALSE(whole.repaired().succeeded());
}

TEST(RuleChoices, KeepProbabilitiesThatAreThere) {
  ChangedGame game("fog-ferry");
  game.with("\"probabilities\": [0.4, 0.35, 0.25]", "\"probabilities\": [0.4, 0.35]");
  EXPECT_THAT(game.text(), HasSubstr("\"probabilities\": [0.4, 0.35, 0.25]"));
  ChangedGame renamed("fog-ferry");
  renamed.with("\"probabilities\": [0.4, 0.35, 0.25]", "\"weights\": [0.4, 0.35, 0.25]");
  EXPECT_THAT(renamed.text(), HasSubstr("\"probabilities\": [0.4, 0.35, 0.25]"));
  ChangedGame open("fog-ferry");
  open.with("\"probabilities\": [0.4, 0.35, 0.25]", "\"probabilities\": [0.7]");
  EXPECT_FALSE(open.repaired().succeeded());
}

TEST(RuleChoices, NameTheFieldThatInitMisspelt) {
  ChangedGame game("fog-ferry");
  game.with(R"("path": "game.day", "value": 1)", R"("path": "game.days", "value": 1)", "initialize_game");
  EXPECT_THAT(game.text(), HasSubstr(R"("path": "game.day", "value": 1)"));
}

TEST(RuleChoices, BelieveNoReportOfWhatIsThere) {
  game::Game const sound(game_files("three-omens"));
  editor::RulesCoordinator rules;
  auto const repair =
      editor::repair(editor::standing_of(sound.with({}), {"No transition sets game.gameEnded=true"}), rules);
  EXPECT_FALSE(repair.succeeded());
  EXPECT_THAT(repair.changed, IsEmpty());
}

} // namespace
} // namespace artifactd::test
