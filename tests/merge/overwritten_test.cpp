#include "merge/kg_history.hpp"
#include "merge/overwritten.hpp"
#include "tests/merge/settled_session.hpp"
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

  void publish(std::string const& agent, std::string const& text) {
    auto report = dir_.settle({dir_.hand_in(agent, text)});
    ASSERT_EQ(report.published.size(), 1U);
    recent_.push_back(report.published[0]);
  }
  /// As a writer without a lock does.
  void rename_over(std::string const& text) {
    dir_.write("theirs", text);
    fs::rename(dir_ / "theirs", dir_ / "knowledge-graph.json");
  }
  Remerged look() {
    return must(remerge_overwritten(dir_.session(), recent_, dir_.policy, dir_.pool, dir_.watch));
  }

  test::SettledSession dir_;
  std::vector<Publication> recent_;
};

TEST_F(Overwritten, WhatStandsIsLeftAlone) {
  publish("a", R"({"n": 1})");
  publish("b", R"({"n": 1})");
  EXPECT_FALSE(look().overwritten);
}

TEST_F(Overwritten, WhatWasLostIsMergedOnceMore) {
  publish("a", R"({"n": 1})");
  publish("b", R"({"n": 2})");
  rename_over(R"({"x": 1, "theirs": true})");
  auto remerged = look();
  EXPECT_TRUE(remerged.overwritten);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "theirs": true, "a": {"n": 1}, "b": {"n": 2}})"));
  ASSERT_EQ(remerged.notices.size(), 1U);
  EXPECT_TRUE(remerged.notices[0].ends_with("merged once more: a, b")) << remerged.notices[0];
  recent_.assign(1, remerged.publication.value());
  EXPECT_FALSE(look().overwritten);
  EXPECT_TRUE(dir_.is_tidy());
}

TEST_F(Overwritten, WhatTheWriterSetThereByIntentStays) {
  publish("a", R"({"n": 1})");
  rename_over(R"({"x": 1, "a": {"n": "corrected by hand"}})");
  EXPECT_FALSE(look().publication);
  EXPECT_EQ(dir_.graph()["a"]["n"], "corrected by hand");
}

TEST_F(Overwritten, WhatAPersonRolledBackStays) {
  publish("a", R"({"n": 1})");
  publish("a", R"({"n": 2})");
  rename_over(R"({"x": 1, "a": {"n": "theirs"}})");
  must(rollback_agent(dir_.session(), *Name::parse("a"), std::nullopt, dir_.policy, dir_.pool, dir_.watch,
                      Try::no));
  auto chosen = dir_.graph();
  auto remerged = look();
  EXPECT_TRUE(remerged.left_to_person);
  EXPECT_FALSE(remerged.publication);
  EXPECT_EQ(dir_.graph(), chosen);
  ASSERT_EQ(remerged.notices.size(), 1U);
  EXPECT_NE(remerged.notices[0].find("not merged again: a."), std::string::npos) << remerged.notices[0];
}

TEST_F(Overwritten, AnyFormerValueIsALoss) {
  publish("a", R"({"n": 1})");
  publish("a", R"({"n": 2})");
  rename_over(R"({"x": 1})");
  EXPECT_TRUE(look().publication);
  EXPECT_EQ(dir_.graph()["a"]["n"], 2);
}

TEST_F(Overwritten, WhatOnlyAppendedComesBackOnce) {
  dir_.policy.rules = [](Name const&) { return AgentRules{.strategy = Strategy::append}; };
  publish("a", R"({"claims": [{"id": "c1"}]})");
  rename_over(R"({"x": 1, "claims": [{"id": "c0"}]})");
  EXPECT_TRUE(look().publication);
  EXPECT_EQ(dir_.graph()["claims"].size(), 2U);
  EXPECT_FALSE(look().publication);
  EXPECT_EQ(dir_.graph()["claims"].size(), 2U);
}

TEST_F(Overwritten, OtherArtifactsAreLeftToTheirOwnSignal) {
  publish("a", R"({"n": 1})");
  publish("b", R"({"n": 1})");
  rename_over(R"({"x": 1})");
  dir_.write("artifacts/a/1.json", R"({"n": "not handed in"})");
  dir_.hand_in("b", R"({"n": 1})");
  EXPECT_FALSE(look().publication);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1})"));
}

/// It read ours in the moment before ours was united with what the other had renamed into place.
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
  auto report = dir_.settle({});
  ASSERT_EQ(report.published.size(), 1U);
  recent_.push_back(report.published[0]);
  rename_over(R"({"x": 2, "a": {"n": 1}})");
  EXPECT_TRUE(look().overwritten);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 2, "a": {"n": 1}, "y": 1})"));
}

TEST_F(Overwritten, AGraphThatIsGoneIsNotMadeAnew) {
  publish("a", R"({"n": 1})");
  fs::remove(dir_ / "knowledge-graph.json");
  EXPECT_FALSE(look().overwritten);
  EXPECT_FALSE(dir_.exists("knowledge-graph.json"));
}

} // namespace
} // namespace artifactd
