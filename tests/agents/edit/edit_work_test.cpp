// Edits through their signal: either all repaired files are in place and submitted, or every byte is
// unchanged.
#include "agents/edit/edit_kind.hpp"
#include "agents/edit/edit_work.hpp"
#include "merge/game/artifacts.hpp"
#include "state/settle/settle_work.hpp"
#include "tests/support/game_session.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using editor::EditOrder;
using test::must;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Document = nlohmann::json;

constexpr auto repairable = "omen-picked-and-still-asked";
constexpr auto unrepairable = "op-missing";

class EditWorkTest : public testing::Test {
protected:
  void ask(std::string const& request) {
    fs::create_directories(dir_ / "edits");
    dir_.write("edits/e.json", request);
    dir_.write("e.edit.lock", "");
  }
  SignalEnd settle() {
    SignalName const signal{test::name("e"), edit_kind};
    auto const work = edit_work({dir_.kg, edit_, slots_, [&](auto const&...) { ++runs_; }});
    return settle_work(dir_.session(), {must(sight(dir_.session(), signal))}, work, refusal_, Round::last)
        .signals.at(0);
  }
  SignalEnd settled(std::string const& request) {
    ask(request);
    return settle();
  }
  [[nodiscard]] Document instructions() const {
    return Document::parse(dir_.read("e.edit.retry-instructions.json"));
  }

  test::GameSession dir_;
  editor::EditPolicy edit_;
  RefusalPolicy refusal_;
  std::size_t runs_ = 0;
  EditSlots slots_{1};
};

TEST_F(EditWorkTest, RepairsAndHandsIn) {
  dir_.put_broken(repairable);
  auto const end = settled(R"({"agent": "game"})");
  ASSERT_EQ(end.end, End::merged) << (end.reason ? end.reason->message : "");
  EXPECT_THAT(dir_.changed(), ElementsAre("instructions.json"));
  EXPECT_THAT(dir_.errors(), IsEmpty());
  EXPECT_TRUE(dir_.exists("game.kg.lock"));
  EXPECT_FALSE(dir_.exists("e.edit.lock"));
  EXPECT_FALSE(dir_.exists(".artifactd-change"));
  auto const result = Document::parse(dir_.read("edits/e.result.json"));
  EXPECT_EQ(result["end"], "published");
  EXPECT_EQ(result["attempts"][0]["repaired"], Document::array({"P1"}));
  EXPECT_THAT(result["changes"][0]["fragment"].get<std::string>(), HasSubstr("pick_omen"));
}

TEST_F(EditWorkTest, WaitsWhileAsManyAreMadeAsAreMadeAtOnce) {
  dir_.put_broken(repairable);
  {
    auto const other = slots_.take();
    auto const end = settled(R"({"agent": "game"})");
    EXPECT_EQ(end.end, End::pending);
    EXPECT_EQ(end.reason->fault, Fault::busy);
    EXPECT_TRUE(end.again_in);
    EXPECT_EQ(runs_, 0U);
  }
  EXPECT_EQ(settle().end, End::merged);
}

TEST_F(EditWorkTest, PutsARefusedSignalBack) {
  dir_.put_broken(repairable);
  dir_.write("game.kg.lock.error", "");
  EXPECT_EQ(settled(R"({"agent": "game"})").end, End::merged);
  EXPECT_TRUE(dir_.exists("game.kg.lock"));
  EXPECT_FALSE(dir_.exists("game.kg.lock.error"));
}

TEST_F(EditWorkTest, LeavesEveryByteWhereNoRuleRepairs) {
  dir_.put_broken(unrepairable);
  auto const end = settled(R"({"agent": "game"})");
  EXPECT_EQ(end.end, End::refused);
  EXPECT_THAT(dir_.changed(), IsEmpty());
  EXPECT_FALSE(dir_.exists("game.kg.lock"));
  EXPECT_EQ(instructions()["findings"][0]["code"], "edit.unrepaired");
  EXPECT_THAT(instructions()["findings"][0]["message"].get<std::string>(), HasSubstr("op"));
  EXPECT_EQ(instructions()["artifact_location"], "edits/e.json");
  for (auto const& finding : instructions()["findings"]) {
    EXPECT_EQ(finding["file"], "artifacts/game/instructions.json");
    EXPECT_GT(finding["line"], 1);
    EXPECT_THAT(finding["pointer"].get<std::string>(), HasSubstr("/stateDelta/"));
  }
  auto const runs = must(editor::list_runs(dir_.session()));
  ASSERT_THAT(runs, SizeIs(1));
  auto const verdict = must(editor::read_run_json(dir_.session(), runs[0], "verdict.json"));
  EXPECT_EQ(verdict["end"], "unrepaired");
  EXPECT_THAT(verdict["remaining"], SizeIs(2));
  EXPECT_TRUE(dir_.exists(".artifactd/runs/" + runs[0] + "/plan-1.json"));
}

TEST_F(EditWorkTest, SaysWhenNothingIsWrong) {
  dir_.put_sound("three-omens");
  EXPECT_EQ(settled(R"({"agent": "game"})").end, End::unchanged);
  EXPECT_THAT(dir_.changed(), IsEmpty());
  EXPECT_FALSE(dir_.exists("game.kg.lock"));
}

TEST_F(EditWorkTest, CannotTellReportedErrorsFromItsOwn) {
  dir_.put_sound("three-omens");
  auto const end = settled(R"({"agent": "game", "errors": ["Points always go to the wrong player"]})");
  EXPECT_EQ(end.end, End::refused);
  EXPECT_EQ(end.findings[0].message, "Points always go to the wrong player");
  EXPECT_THAT(dir_.changed(), IsEmpty());
  EXPECT_EQ(settled(R"({"agent": "game", "wish": "players may steal"})").findings[0].message,
            "Wanted: players may steal");
}

TEST_F(EditWorkTest, PlacesAReportedErrorAtWhatItNames) {
  dir_.put_sound("three-omens");
  auto const phase = game::game_of(dir_.artifacts()).phases().at(2);
  auto const end = settled(R"({"agent": "game", "errors": ["Nobody knows what ')" + phase + R"(' is for"]})");
  EXPECT_EQ(end.findings.at(0).file, "artifacts/game/transitions.json");
  EXPECT_EQ(end.findings.at(0).pointer, "/phases/2");
  EXPECT_TRUE(end.findings.at(0).line && end.findings.at(0).column);
}

TEST_F(EditWorkTest, RefusesRequestsThatAreNone) {
  dir_.put_broken(repairable);
  struct Case {
    std::string request;
    std::string code;
  };
  for (auto const& each :
       {Case{"{", "json.truncated"}, Case{"[]", "schema.violation"},
        Case{R"({"agent": 1})", "schema.violation"}, Case{R"({"agent": "../x"})", "edit.request"},
        Case{R"({"agent": "game", "wishes": "x"})", "schema.violation"},
        Case{R"({"agent": "game", "engine": "magic"})", "schema.violation"},
        Case{R"({"agent": "game", "errors": [""]})", "schema.violation"},
        Case{R"({"agent": "nobody"})", "edit.request"}}) {
    auto const end = settled(each.request);
    EXPECT_EQ(end.end, End::refused) << each.request;
    EXPECT_EQ(instructions()["findings"][0]["code"], each.code) << each.request;
  }
  fs::remove(dir_ / "edits/e.json");
  dir_.write("e.edit.lock", "");
  EXPECT_EQ(settle().findings.at(0).code, "file.missing");
  EXPECT_THAT(dir_.changed(), IsEmpty());
}

TEST_F(EditWorkTest, DoesNotFollowLinks) {
  dir_.put_broken(repairable);
  fs::create_directories(dir_ / "edits");
  dir_.write("elsewhere.json", R"({"agent": "game"})");
  fs::create_symlink("../elsewhere.json", dir_ / "edits/e.json");
  dir_.write("e.edit.lock", "");
  EXPECT_EQ(settle().findings.at(0).code, "file.symlink");
  EXPECT_THAT(dir_.changed(), IsEmpty());
}

TEST_F(EditWorkTest, IsNotServedTwice) {
  dir_.put_broken(repairable);
  auto const request = R"({"agent": "game", "errors": [
      "Player action 'pick_omen' must include a stateDelta operation that sets )"
                       R"('players.{{playerId}}.actionRequired'"]})";
  ASSERT_EQ(settled(request).end, End::merged);
  auto const after = dir_.texts();
  EXPECT_EQ(settled(request).end, End::merged); // as if it had been killed before the signal was removed
  EXPECT_EQ(dir_.texts(), after);
  EXPECT_THAT(must(editor::list_runs(dir_.session())), SizeIs(1));
}

TEST_F(EditWorkTest, TriesWhatFailedNoSecondTime) {
  dir_.put_broken(unrepairable);
  EXPECT_EQ(settled(R"({"agent": "game"})").end, End::refused);
  EXPECT_EQ(settled(R"({"agent": "game"})").end, End::refused);
  EXPECT_EQ(runs_, 1U);
}

TEST_F(EditWorkTest, KeepsSoManyRuns) {
  edit_.runs_kept = 2;
  dir_.put_broken(unrepairable);
  EditOrder order{.agent = test::name("game")};
  for (auto const* reported : {"a", "b", "c", "d"}) {
    order.reported = {reported};
    std::ignore = must(editor::edit_artifacts(dir_.session(), order, dir_.kg, edit_, editor::Publishing::yes,
                                              editor::Retrying::no));
  }
  EXPECT_THAT(must(editor::list_runs(dir_.session())), SizeIs(2));
}

} // namespace
} // namespace artifactd
