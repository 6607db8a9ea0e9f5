#include "merge/kg/kg_history.hpp"
#include "merge/kg/overwritten.hpp"
#include "tests/merge/kg/settled_session.hpp"
#include "tests/support/last_instant.hpp"

#include <filesystem>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::must;

class Overwritten : public testing::Test {
protected:
  void SetUp() override { dir_.write("knowledge-graph.json", R"({"x": 1})"); }

  void publish(std::string const& agent, std::string const& text) { dir_.merge(agent, text); }
  [[nodiscard]] std::string standing() const { return dir_.read("knowledge-graph.json"); }
  /// Renames a version over the graph, as a writer without a lock does.
  void rename_over(std::string const& text) {
    dir_.write("theirs", text);
    fs::rename(dir_ / "theirs", dir_ / "knowledge-graph.json");
  }
  Remerged look(MutexHeld const& held = {}) {
    return must(remerge_overwritten(dir_.session(), dir_.policy, dir_.pool, dir_.watch, held));
  }
  WentBack roll_back(std::string_view agent) {
    return must(rollback_agent(dir_.session(), test::name(agent), std::nullopt, dir_.policy, dir_.pool,
                               dir_.watch, DryRun::no));
  }

  test::SettledSession dir_;
};

TEST_F(Overwritten, WhatStandsIsLeftAlone) {
  publish("a", R"({"n": 1})");
  publish("b", R"({"n": 1})");
  auto before = dir_.stamp("knowledge-graph.json");
  auto looked = look();
  EXPECT_FALSE(looked.overwritten);
  EXPECT_TRUE(looked.notices.empty());
  EXPECT_EQ(dir_.stamp("knowledge-graph.json"), before);
}

TEST_F(Overwritten, WhatWasLostIsMergedOnceMoreAndToldOnce) {
  publish("a", R"({"n": 1})");
  publish("b", R"({"n": 2})");
  rename_over(R"({"x": 1, "theirs": true})");
  auto looked = look();
  EXPECT_TRUE(looked.overwritten);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "theirs": true, "a": {"n": 1}, "b": {"n": 2}})"));
  ASSERT_EQ(looked.notices.size(), 1U);
  EXPECT_TRUE(looked.notices[0].ends_with("merged again: a, b")) << looked.notices[0];
  EXPECT_FALSE(look().overwritten);
  EXPECT_TRUE(dir_.is_tidy());
}

TEST_F(Overwritten, ByAToolThatIndentsIsOverwrittenToo) {
  publish("a", R"({"id": 12345678901234567890, "far": 1e400, "near": 0.1000000000000000055511, "n": 1})");
  publish("a", R"({"n": 2})");
  rename_over(R"({
  "x": 1,
  "a": {
    "far": 1.7976931348623157e+308,
    "id": 12345678901234567000,
    "n": 1,
    "near": 0.1
  },
  "shell": 1
})");
  EXPECT_TRUE(look().published);
  EXPECT_EQ(dir_.graph()["a"], Json::parse(R"({"n": 2})"));
  EXPECT_EQ(dir_.graph()["shell"], 1);
}

TEST_F(Overwritten, IsPutInFromWhatWasRecordedThen) {
  publish("a", R"({"n": 1})");
  fs::remove_all(dir_ / "artifacts/a"); // the agent has cleaned up
  publish("b", R"({"n": 1})");
  dir_.write("artifacts/b/1.json", R"({"n": "not submitted"})");
  rename_over(R"({"x": 1})");
  EXPECT_TRUE(look().published);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "a": {"n": 1}, "b": {"n": 1}})"));
}

TEST_F(Overwritten, WhatTheWriterSetThereByIntentStaysAndIsTold) {
  publish("a", R"({"n": 1})");
  rename_over(R"({"x": 1, "a": {"n": "corrected by hand"}})");
  auto looked = look();
  EXPECT_FALSE(looked.published);
  EXPECT_EQ(dir_.graph()["a"]["n"], "corrected by hand");
  ASSERT_EQ(looked.notices.size(), 1U);
  EXPECT_NE(looked.notices[0].find("left as is: a"), std::string::npos) << looked.notices[0];
}

TEST_F(Overwritten, AWriterThatTookOursAlongOverwroteNothing) {
  publish("a", R"({"n": 1})");
  rename_over(R"({"theirs": 1, "a": {"n": 1.0}, "x": 1})");
  auto looked = look();
  EXPECT_FALSE(looked.overwritten);
  EXPECT_TRUE(looked.notices.empty());
}

TEST_F(Overwritten, BytesWrittenInPlaceOverwriteToo) {
  publish("a", R"({"n": 1})");
  dir_.write("knowledge-graph.json", R"({"x": 1, "theirs": 1})");
  EXPECT_TRUE(look().published);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "theirs": 1, "a": {"n": 1}})"));
}

TEST_F(Overwritten, AnyFormerValueIsALoss) {
  publish("a", R"({"n": 1})");
  publish("a", R"({"n": 2})");
  rename_over(R"({"x": 1})");
  EXPECT_TRUE(look().published);
  EXPECT_EQ(dir_.graph()["a"]["n"], 2);
}

TEST_F(Overwritten, WhatIsPublishedOnTopOfTheOldVersionHidesNothing) {
  publish("a", R"({"n": 1})");
  rename_over(R"({"x": 1})");
  publish("b", R"({"n": 1})");
  EXPECT_TRUE(look().published);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "b": {"n": 1}, "a": {"n": 1}})"));
}

TEST_F(Overwritten, WhatAHolderOfTheMutexChangedStands) {
  publish("a", R"({"n": 1})");
  auto const taken = wall_now_ns();
  rename_over(R"({"x": 1, "cleaned": true})");
  auto looked = look([&](std::int64_t at_ns) -> std::optional<std::int64_t> {
    return at_ns + 1'000'000'000 > taken ? std::optional(taken) : std::nullopt;
  });
  while (looked.too_early)
    looked = look([&](std::int64_t) { return std::optional(taken); });
  EXPECT_FALSE(looked.overwritten);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "cleaned": true})"));
  EXPECT_FALSE(look().overwritten) << "it stands for those who saw no events, too";
}

TEST_F(Overwritten, AHolderThatWasRobbedIsAWriterWithoutTheLock) {
  auto const taken = wall_now_ns() - std::int64_t{60} * 1'000'000'000; // before a was merged
  publish("a", R"({"n": 1})");
  rename_over(R"({"x": 1, "slow": true})");
  auto held = [&](std::int64_t) { return std::optional(taken); };
  auto looked = look(held);
  while (looked.too_early)
    looked = look(held);
  EXPECT_TRUE(looked.published);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "slow": true, "a": {"n": 1}})"));
}

TEST_F(Overwritten, ARollbackIsNeverUndone) {
  dir_.policy.history.generations = 3;
  publish("a", R"({"n": 1})");
  publish("a", R"({"n": 2})");
  roll_back("a");
  for (int i = 0; i < 8; ++i) {
    publish("b" + std::to_string(i), R"({"n": 1})");
    EXPECT_FALSE(look().overwritten);
  }
  EXPECT_EQ(dir_.graph()["a"]["n"], 1);
}

TEST_F(Overwritten, ARollbackIsPutInOnceMoreLikeAMerge) {
  publish("a", R"({"n": 1})");
  publish("a", R"({"n": 2})");
  auto stale = standing();
  roll_back("a");
  rename_over(stale);
  EXPECT_TRUE(look().published);
  EXPECT_EQ(dir_.graph()["a"]["n"], 1);
}

TEST_F(Overwritten, ARestoredGraphIsLeftAsItWasRestored) {
  publish("a", R"({"n": 1})");
  publish("a", R"({"n": 2})");
  must(restore_graph(dir_.session(), 2, dir_.policy, dir_.pool, dir_.watch, DryRun::no));
  EXPECT_FALSE(look().overwritten);
  rename_over(R"({"x": 2})");
  auto looked = look();
  EXPECT_FALSE(looked.published);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 2})"));
  ASSERT_EQ(looked.notices.size(), 1U);
  EXPECT_NE(looked.notices[0].find("restored by hand"), std::string::npos);
}

TEST_F(Overwritten, WhatOnlyAppendedComesBackOnce) {
  dir_.policy.rules = [](Name const&) { return AgentRules{.strategy = Strategy::append}; };
  publish("a", R"({"claims": [{"id": "c1"}, {"n": 1}]})");
  rename_over(R"({"x": 1, "stats": {"total_claims": 1}, "claims": [{"id": "c0"}]})");
  auto looked = look();
  EXPECT_TRUE(looked.published);
  ASSERT_EQ(looked.notices.size(), 1U);
  EXPECT_TRUE(looked.notices[0].ends_with("claims (2 entries)")) << looked.notices[0];
  EXPECT_EQ(dir_.graph()["claims"].size(), 3U);
  EXPECT_EQ(dir_.graph()["stats"]["total_claims"], 3);
  EXPECT_FALSE(look().published);
  EXPECT_EQ(dir_.graph()["claims"].size(), 3U);
}

/// It read ours just before ours was united with what the other writer had renamed into place.
TEST_F(Overwritten, AnotherWritersPartOfAUnionComesBack) {
  dir_.write("knowledge-graph.json", R"({"list": [0]})");
  {
    test::BeforeRename other(test::once_before_exchange([&] { rename_over(R"({"list": [1, 0], "y": 1})"); }));
    publish("a", R"({"n": 1})");
  }
  rename_over(R"({"list": [2, 0], "a": {"n": 1}})");
  EXPECT_TRUE(look().overwritten);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"list": [2, 0, 1], "a": {"n": 1}, "y": 1})"));
}

TEST_F(Overwritten, WhatRecoveryUnitedComesBackToo) {
  publish("a", R"({"n": 1})");
  dir_.write(".artifactd/work/graph.1.2", R"({"x": 1, "y": 1})"); // swapped out, then artifactd was killed
  dir_.settle({});
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "y": 1, "a": {"n": 1}})"));
  rename_over(R"({"x": 2, "a": {"n": 1}})");
  EXPECT_TRUE(look().overwritten);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 2, "a": {"n": 1}, "y": 1})"));
}

TEST_F(Overwritten, WhatRecoveryUnitesDoesNotTakeBackWhatWasMergedMeanwhile) {
  publish("a", R"({"n": 1})");
  publish("a", R"({"n": 2})");
  publish("b", R"({"n": 1})");
  roll_back("b"); // to the state without the member
  dir_.write(".artifactd/work/graph.1.2", R"({"x": 1, "y": 1, "a": {"n": 1}, "b": {"n": 1}})");
  dir_.settle({});
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "y": 1, "a": {"n": 2}})"));
}

TEST_F(Overwritten, AGraphThatIsGoneIsNotMadeAnew) {
  publish("a", R"({"n": 1})");
  fs::remove(dir_ / "knowledge-graph.json");
  EXPECT_FALSE(look().overwritten);
  EXPECT_FALSE(dir_.exists("knowledge-graph.json"));
}

TEST_F(Overwritten, ByWhatIsNoGraphIsLeftToAPersonAndLookedAtAgain) {
  publish("a", R"({"n": 1})");
  rename_over("no graph");
  auto looked = look();
  ASSERT_TRUE(looked.trouble);
  EXPECT_EQ(looked.trouble->fault, Fault::invalid);
  EXPECT_EQ(standing(), "no graph");
  rename_over(R"({"x": 1})");
  EXPECT_TRUE(look().published);
}

TEST_F(Overwritten, WhatSomebodyForgedIsJudgedBeforeItIsPutIn) {
  publish("a", R"({"n": 1})");
  Redo forged{.what = Redo::What::merged, .version = dir_.stamp("knowledge-graph.json"), .changes = {}};
  forged.base = must(read_redo(dir_.session())).back().version;
  forged.changes = {{Redo::Change::How::set, "broken", "{\"n\":", {}},
                    {Redo::Change::How::set, "deep", std::string(300, '[') + std::string(300, ']'), {}},
                    {Redo::Change::How::set, "bad \xff key", "1", {}},
                    {Redo::Change::How::added, "claims", "{}", {}},
                    {Redo::Change::How::added, "x", "[1]", {}}};
  must(append_redo(dir_.session(), forged));
  rename_over(R"({"x": 1})");
  look();
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "a": {"n": 1}})"));
}

} // namespace
} // namespace artifactd
