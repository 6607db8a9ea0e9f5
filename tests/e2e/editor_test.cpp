// The editor at work: a broken game is dropped, repaired and merged automatically, or waits unchanged for a
// person.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/game_site.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr auto game_agents = "[[agent]]\nmatch = \"game*\"\nprofile = \"game\"\n";
constexpr auto repaired_by_rules = "omen-picked-and-still-asked";
constexpr auto repaired_by_nobody = "op-missing";

class EditorAtWork : public GameSite {
protected:
  EditorAtWork() : GameSite(game_agents) {}

  [[nodiscard]] Ended edit(std::vector<std::string> words) const {
    words.insert(words.begin(), "edit");
    return site_.artifactctl(words);
  }
};

TEST_F(EditorAtWork, RepairsADroppedGameAndHasItMerged) {
  RunningDaemon daemon(site_);
  put_game(repaired_by_rules);
  session_.drop("game1");
  EXPECT_TRUE(eventually([&] { return merged(); }));
  EXPECT_FALSE(session_.refused("game1"));
  EXPECT_TRUE(eventually([&] { return daemon.logged("edit", {"published"}) == 1; }));
  auto const shown = edit({"show", "s", only_run()});
  EXPECT_THAT(shown.out, HasSubstr("asked by kg: published"));
  EXPECT_THAT(shown.out, HasSubstr("+++ b/instructions.json"));
  EXPECT_EQ(edit({"replay", "s", only_run()}).exit, 0);
  EXPECT_TRUE(eventually([&] {
    return site_.artifactctl({"explain", (session_ / "game1.kg.lock").string()})
               .out.find("edit published  by rules: 1 error → 0, P1 repaired, 1 attempt, ") !=
           std::string::npos;
  }));
  auto const edits = site_.json({"stats"})["edits"];
  EXPECT_EQ(edits["by"]["engine"]["rules"]["published"], 1);
  EXPECT_EQ(edits["by"]["attempt"]["1"]["resolved"], 1);
  EXPECT_TRUE(
      eventually([&] { return site_.json({"status"})["daemon"]["counters"]["edits_published"] == 1; }));
}

TEST_F(EditorAtWork, HasAPublicationMergedThatAPowerCutLeftWithoutItsOrder) {
  put_game(repaired_by_rules);
  session_.write("edits/please.json", R"({"agent": "game1"})");
  session_.write("please.edit.lock", "");
  std::vector<std::string> const once{site_.program("artifactd"), "--config", site_.config().string(),
                                      "--once"};
  // The files are exchanged and the verdict is written, but the signal of the repaired work is missing.
  Command traced{.words = {"strace", "-f", "-o", "/dev/null", "-e", "trace=renameat2", "-e",
                           "inject=renameat2:signal=KILL:when=2"}};
  traced.words.insert(traced.words.end(), once.begin(), once.end());
  auto const killed = run(traced);
  if (killed.exit == 127) GTEST_SKIP() << "strace is not installed";
  if (killed.err.contains("ptrace")) GTEST_SKIP() << "tracing is not permitted: " << killed.err;
  ASSERT_TRUE(fs::exists(session_ / ".artifactd-change")) << killed.err;
  ASSERT_FALSE(session_.pending("game1"));
  std::vector<fs::path> orders;
  for (auto const& each : fs::recursive_directory_iterator(session_ / ".artifactd"))
    if (each.path().filename() == "order.json") orders.push_back(each.path());
  ASSERT_EQ(orders.size(), 1U);
  fs::remove(orders.front());
  EXPECT_EQ(run({.words = once}).exit, 0);
  EXPECT_TRUE(merged());
}

TEST_F(EditorAtWork, LeavesWhatItCannotRepairToAPerson) {
  RunningDaemon daemon(site_);
  put_game(repaired_by_nobody);
  auto const before = session_.text("artifacts/game1/instructions.json");
  session_.drop("game1");
  EXPECT_TRUE(eventually([&] { return instructions().find(R"("next": "person")") != std::string::npos; }));
  EXPECT_TRUE(session_.refused("game1"));
  EXPECT_EQ(session_.text("artifacts/game1/instructions.json"), before);
  EXPECT_TRUE(eventually([&] { return daemon.logged("edit", {"unrepaired"}) == 1; }));
  EXPECT_THAT(site_.artifactctl({"inbox", "--list"}).out, HasSubstr("game1"));
}

TEST_F(EditorAtWork, TakesUpWhatAKilledDaemonLeft) {
  {
    site_.configure(std::string(game_agents) + "editor = \"off\"\n");
    RunningDaemon daemon(site_);
    put_game(repaired_by_rules);
    session_.drop("game1");
    EXPECT_TRUE(eventually([&] { return session_.refused("game1"); }));
    EXPECT_TRUE(eventually([&] { return site_.settled(session_, "game1", "refused") == 1; }));
    EXPECT_THAT(instructions(), HasSubstr(R"("next": "person")"));
    daemon.kill();
  }
  site_.configure(game_agents);
  RunningDaemon daemon(site_);
  EXPECT_TRUE(eventually([&] { return merged(); }));
}

TEST_F(EditorAtWork, SettlesEdits) {
  RunningDaemon daemon(site_);
  put_game(repaired_by_rules);
  fs::create_directories(session_ / "edits");
  std::ofstream(session_ / "edits/please.json") << R"({"agent": "game1"})";
  std::ofstream(session_ / "please.edit.lock");
  EXPECT_TRUE(eventually([&] { return merged() && !fs::exists(session_ / "please.edit.lock"); }));
  EXPECT_THAT(session_.text("edits/please.result.json"), HasSubstr(R"("end": "published")"));
}

TEST_F(EditorAtWork, ByHandShowsBeforeItChanges) {
  put_game(repaired_by_rules);
  auto const before = session_.text("artifacts/game1/instructions.json");
  auto const dry = edit({"run", "s", "game1", "--dry-run"});
  EXPECT_EQ(dry.exit, 0);
  EXPECT_THAT(dry.out,
              HasSubstr("+            {\"op\": \"set\", \"path\": \"players.{{playerId}}.actionRequired\""));
  EXPECT_THAT(dry.err, HasSubstr("1 error would be repaired"));
  EXPECT_EQ(session_.text("artifacts/game1/instructions.json"), before);
  EXPECT_FALSE(fs::exists(session_ / ".artifactd"));
  auto const plan = site_.json({"edit", "run", "s", "game1", "--plan-only"});
  EXPECT_EQ(plan["patterns"], nlohmann::json::array({"P1"}));
  EXPECT_FALSE(fs::exists(session_ / ".artifactd"));
  auto const done = site_.json({"edit", "run", "s", "game1"});
  EXPECT_EQ(done["end"], "published");
  EXPECT_TRUE(session_.pending("game1"));
  EXPECT_EQ(site_.artifactctl({"merge", "s"}).exit, 0);
  EXPECT_TRUE(merged());
  EXPECT_THAT(edit({"run", "s", "game1"}).err, HasSubstr("nothing is wrong"));
}

TEST_F(EditorAtWork, ByHandTakesReportedErrors) {
  put_game(repaired_by_rules);
  auto const list = site_.path() / "errors";
  std::ofstream(list) << "Points always go to the wrong player\n\n";
  auto const told = edit({"run", "s", "game1", "--errors", list.string(), "--dry-run"});
  EXPECT_EQ(told.exit, 1);
  EXPECT_THAT(told.err, HasSubstr("remains: Points always go to the wrong player"));
  std::ofstream(list) << R"([1])";
  EXPECT_EQ(edit({"run", "s", "game1", "--errors", list.string()}).exit, 1);
  EXPECT_EQ(edit({"run", "s", "nobody"}).exit, 3);
  EXPECT_EQ(edit({"run", "s", "game1", "--engine", "magic"}).exit, 2);
  EXPECT_THAT(edit({"show", "s", "../x"}).err, HasSubstr("no run ../x is kept here"));
  auto const unknown = edit({"replay", "s", "nothing"});
  EXPECT_EQ(unknown.exit, 3);
  EXPECT_THAT(unknown.err, HasSubstr("\"artifactctl edit show s\" lists the runs"));
}

TEST_F(EditorAtWork, EditsOnlyGames) {
  session_.artifact("other", "a.json", R"({"a": 1})");
  EXPECT_EQ(edit({"run", "s", "other"}).exit, 0);
  session_.artifact("other", "a.json", R"({"a": 1)");
  auto const refused = edit({"run", "s", "other"});
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err, HasSubstr("valid JSON first"));
}

constexpr auto almost_json = "```json\n{\"a\": [1, 2,], // two\n \"b\": None}\n```\n";

class EditorRepair : public testing::Test {
protected:
  Site site_;
  SessionDir session_ = site_.session("s");
};

TEST_F(EditorRepair, IsSuggestedUnlessToldOtherwise) {
  session_.artifact("a", "x.json", almost_json);
  session_.drop("a");
  EXPECT_EQ(site_.artifactctl({"merge", "s"}).exit, 1);
  auto const hint = session_.instructions("a")["findings"][0]["hint"].get<std::string>();
  EXPECT_THAT(hint, HasSubstr("This makes it valid JSON:"));
  EXPECT_THAT(hint, HasSubstr("the trailing comma before ']' is removed"));
  EXPECT_EQ(session_.text("artifacts/a/x.json"), almost_json);
  auto const shown = site_.artifactctl({"edit", "run", "s", "a", "--dry-run"});
  EXPECT_EQ(shown.exit, 0);
  EXPECT_THAT(shown.out, HasSubstr("+ \"b\": null}"));
  auto const plan = site_.artifactctl({"--json", "edit", "run", "s", "a", "--plan-only"});
  EXPECT_EQ(plan.exit, 0);
  EXPECT_THAT(nlohmann::json::parse(plan.out)["made_json"].dump(), HasSubstr("trailing comma"));
  EXPECT_EQ(session_.text("artifacts/a/x.json"), almost_json);
}

TEST_F(EditorRepair, IsDoneWhereTheOperatorWantsIt) {
  site_.configure("[[agent]]\nmatch = \"a\"\nrepair = \"apply\"\n");
  RunningDaemon daemon(site_);
  session_.artifact("a", "x.json", almost_json);
  session_.artifact("a", "y.json", "{\"c\": 1}");
  session_.drop("a");
  EXPECT_TRUE(eventually([&] { return session_.merged("a"); }));
  EXPECT_EQ(session_.graph()["a"], nlohmann::json::parse(R"({"a": [1, 2], "b": null, "c": 1})"));
  EXPECT_EQ(session_.text("artifacts/a/y.json"), "{\"c\": 1}");
  EXPECT_TRUE(eventually(
      [&] { return site_.json({"stats"})["edits"]["by"]["engine"]["json"]["repaired_places"].is_number(); }));
}

TEST_F(EditorRepair, NeverGuesses) {
  site_.configure("[[agent]]\nmatch = \"a\"\nrepair = \"apply\"\n");
  RunningDaemon daemon(site_);
  session_.artifact("a", "x.json", "{\"a\": [1, 2");
  session_.drop("a");
  EXPECT_TRUE(eventually([&] { return daemon.logged("edit", {"unrepaired"}) == 1; }));
  EXPECT_TRUE(session_.refused("a"));
  EXPECT_EQ(session_.text("artifacts/a/x.json"), "{\"a\": [1, 2");
}

} // namespace
} // namespace artifactd::test
