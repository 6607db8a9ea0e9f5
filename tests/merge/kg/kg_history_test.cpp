#include "merge/kg/kg_history.hpp"
#include "state/settle/claim.hpp"
#include "tests/merge/kg/settled_session.hpp"
#include "tests/support/last_instant.hpp"

#include <cstring>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::fault;
using test::must;

class KgHistoryTest : public testing::Test {
protected:
  [[nodiscard]] AgentHistory history() const { return must(agent_history(dir_.session(), a_, dir_.policy)); }
  Result<WentBack> rollback(std::optional<std::uint64_t> to = std::nullopt, DryRun dry = DryRun::no) {
    return rollback_agent(dir_.session(), a_, to, dir_.policy, dir_.pool, dir_.watch, dry);
  }
  Result<WentBack> restore(std::optional<std::uint64_t> to = std::nullopt, DryRun dry = DryRun::no) {
    return restore_graph(dir_.session(), to, dir_.policy, dir_.pool, dir_.watch, dry);
  }

  test::SettledSession dir_;
  Name a_ = test::name("a");
};

TEST_F(KgHistoryTest, OfASessionWithoutOneIsEmpty) {
  EXPECT_EQ(history().now, std::nullopt);
  EXPECT_TRUE(history().past.empty());
  EXPECT_EQ(dir_.names("."), std::vector<std::string>{});
}

TEST_F(KgHistoryTest, ListsDistinctValuesNewestFirst) {
  dir_.make_history();
  auto known = history();
  ASSERT_TRUE(known.now);
  EXPECT_EQ(known.now->size, std::string("{\"n\": 3}").size());
  ASSERT_EQ(known.past.size(), 3U);
  EXPECT_EQ(known.past[0].generation, 4U);
  EXPECT_EQ(known.past[1].generation, 2U);
  EXPECT_EQ(known.past[2].generation, 1U);
  EXPECT_EQ(known.past[2].size, 0U); // no such member at that time
  EXPECT_NE(known.past[0].digest, known.past[1].digest);
  for (auto const& each : known.past)
    EXPECT_FALSE(each.present);
}

TEST_F(KgHistoryTest, RollsBackToTheValueBefore) {
  dir_.make_history();
  auto back = must(rollback());
  EXPECT_TRUE(back.changed);
  EXPECT_EQ(back.to, 4U);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1.1, "a": {"n": 2}, "b": {"n": 9}})"));
  EXPECT_NE(dir_.read("knowledge-graph.json").find("1.10"), std::string::npos);
  EXPECT_TRUE(history().past[0].generation == back.generation); // the replaced value can be restored
  EXPECT_TRUE(dir_.is_tidy());
}

TEST_F(KgHistoryTest, RollsBackBehindWhatAnotherToolWroteJustBefore) {
  dir_.make_history();
  bool wrote = false;
  test::BeforeRename const lately([&](test::RenameCall const&) {
    if (!std::exchange(wrote, true))
      dir_.write("knowledge-graph.json", R"({"x": 1.10, "a": {"n": 2}, "b": {"n": 9}})");
    return 0;
  });
  EXPECT_EQ(must(rollback()).to, 2U);
  EXPECT_EQ(dir_.graph()["a"], Json::parse(R"({"n": 1})"));
}

TEST_F(KgHistoryTest, RollsBackFurtherWhileOthersLaterWorkStays) {
  dir_.make_history();
  EXPECT_EQ(must(rollback(2)).to, 2U);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1.1, "a": {"n": 1}, "b": {"n": 9}})"));
}

TEST_F(KgHistoryTest, RollsBackToAbsence) {
  dir_.make_history();
  EXPECT_TRUE(must(rollback(1)).changed);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1.1, "b": {"n": 9}})"));
  EXPECT_FALSE(must(rollback(1)).changed);
  EXPECT_EQ(must(rollback()).changed, true); // and forward again
  EXPECT_EQ(dir_.graph()["a"]["n"], 3);
}

TEST_F(KgHistoryTest, ADryRunSaysItAndChangesNothing) {
  dir_.make_history();
  auto before = dir_.stamp("knowledge-graph.json");
  auto dry = must(rollback(2, DryRun::yes));
  EXPECT_EQ(dry.to, 2U);
  EXPECT_TRUE(dry.changed);
  EXPECT_EQ(must(restore(2, DryRun::yes)).to, 2U);
  EXPECT_EQ(dir_.stamp("knowledge-graph.json"), before);
  EXPECT_EQ(history().past.size(), 3U);
}

TEST_F(KgHistoryTest, AValueThatIsNotKeptIsMissing) {
  EXPECT_EQ(fault(rollback()), "missing");
  dir_.make_history();
  EXPECT_EQ(fault(rollback(3)), "missing"); // b's
  EXPECT_EQ(fault(rollback(99)), "missing");
}

TEST_F(KgHistoryTest, APendingSignalIsInTheWay) {
  dir_.make_history();
  auto signal = dir_.submit("a", "{\"n\": 4}");
  auto busy = rollback();
  EXPECT_EQ(fault(busy), "busy");
  EXPECT_NE(busy.error().message.find("a.kg.lock"), std::string::npos);
  EXPECT_EQ(dir_.graph()["a"]["n"], 3);
  fs::remove(dir_ / "a.kg.lock");
  auto claim = must(Claim::take(dir_.session()));
  EXPECT_EQ(fault(rollback()), "busy");
  EXPECT_EQ(fault(restore()), "busy");
}

TEST_F(KgHistoryTest, AppendedEntriesBelongToEverybody) {
  dir_.make_history();
  dir_.policy.rules = [](Name const&) { return AgentRules{.strategy = Strategy::append}; };
  auto refused = rollback();
  EXPECT_EQ(fault(refused), "exists");
  EXPECT_NE(refused.error().message.find("artifactctl restore"), std::string::npos)
      << refused.error().message;
}

TEST_F(KgHistoryTest, ADamagedValueIsNeverPublished) {
  dir_.make_history();
  for (auto const* broken : {"{", "1, \"b\": 2", "\"\xff\""}) {
    dir_.write(".artifactd/values/a.log", fmt::format("2 {} 1\n{}\n", std::strlen(broken), broken));
    EXPECT_EQ(fault(rollback(2)), "invalid") << broken;
  }
  EXPECT_EQ(dir_.graph()["a"]["n"], 3);
}

TEST_F(KgHistoryTest, RestoresTheNewestSoundGeneration) {
  dir_.make_history();
  auto damaged = std::string("{\"x\": ");
  dir_.write("knowledge-graph.json", damaged);
  auto back = must(restore());
  EXPECT_EQ(back.to, 4U);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1.1, "a": {"n": 3}, "b": {"n": 9}})"));
  EXPECT_THAT(back.put_again, testing::ElementsAre("a"));
  EXPECT_FALSE(back.undone);
  auto kept = must(list_generations(dir_.session())).back();
  EXPECT_EQ(kept.origin, Origin::replaced);
  EXPECT_EQ(dir_.read(".artifactd/generations/" + kept.name), damaged);
}

TEST_F(KgHistoryTest, RestoresTheOneAskedFor) {
  dir_.make_history();
  EXPECT_EQ(must(restore(1)).to, 1U);
  EXPECT_EQ(dir_.read("knowledge-graph.json"), R"({"x": 1.10})");
  EXPECT_EQ(fault(restore(99)), "missing");
}

TEST_F(KgHistoryTest, RestoresAGraphThatIsGone) {
  dir_.make_history();
  fs::remove(dir_ / "knowledge-graph.json");
  must(restore());
  EXPECT_EQ(dir_.graph()["b"]["n"], 9);
  EXPECT_EQ(dir_.graph()["a"]["n"], 3);
}

TEST_F(KgHistoryTest, GoesOneBackFromAGraphThatIsAsItWasPublished) {
  dir_.make_history();
  auto back = must(restore());
  EXPECT_THAT(back.put_again, testing::IsEmpty());
  EXPECT_TRUE(back.undone) << "people are told";
  EXPECT_EQ(dir_.graph()["a"]["n"], 2);
  EXPECT_TRUE(must(restore()).changed); // and forward again
  EXPECT_EQ(dir_.graph()["a"]["n"], 3);
}

TEST_F(KgHistoryTest, RestoresWithARollbackMadeSince) {
  dir_.make_history();
  must(rollback());
  dir_.merge("b", "{\"n\": 10}");
  for (auto const& each : must(list_generations(dir_.session())))
    if (each.number > 2) dir_.write(".artifactd/generations/" + each.name, "broken");
  dir_.write("knowledge-graph.json", "broken");
  auto dry = must(restore(std::nullopt, DryRun::yes));
  EXPECT_EQ(dry.to, 2U);
  EXPECT_THAT(dry.put_again, testing::ElementsAre("a", "b"));
  must(restore());
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1.1, "a": {"n": 2}, "b": {"n": 10}})"));
}

TEST_F(KgHistoryTest, WhatWasRestoredBeforeIsNotTakenBackByTheNextRestore) {
  dir_.make_history();
  must(restore(1));
  dir_.merge("c", "{}");
  dir_.write("knowledge-graph.json", "broken");
  must(restore());
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1.1, "c": {}})"));
}

TEST_F(KgHistoryTest, TheMergeThatMadeTheGraphCanBeUndone) {
  dir_.merge("a", "{\"n\": 1}");
  ASSERT_EQ(history().past.size(), 1U);
  EXPECT_EQ(history().past[0].size, 0U);
  auto back = must(rollback());
  EXPECT_EQ(back.to, 0U);
  EXPECT_TRUE(back.changed);
  EXPECT_EQ(dir_.graph(), Json::object());
  EXPECT_TRUE(must(rollback()).changed); // and forward again
  EXPECT_EQ(dir_.graph()["a"]["n"], 1);
  EXPECT_TRUE(must(rollback(0)).changed);
  auto before_all = restore(0);
  EXPECT_EQ(fault(before_all), "missing");
  EXPECT_NE(before_all.error().message.find("rollback"), std::string::npos);
}

TEST_F(KgHistoryTest, TheFirstGraphIsRestoredFromWhatWasPublishedIntoIt) {
  dir_.merge("a", "{\"n\": 1}");
  dir_.write("knowledge-graph.json", "broken");
  EXPECT_EQ(must(restore()).to, 0U);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"a": {"n": 1}})"));
}

TEST_F(KgHistoryTest, PassesOverGenerationsThatAreNoGraphs) {
  dir_.make_history();
  auto newest = must(list_generations(dir_.session())).back();
  dir_.write(".artifactd/generations/" + newest.name, "broken");
  fs::create_symlink("/etc/passwd", dir_ / ".artifactd/generations/000009-own-1-1-1.json");
  EXPECT_EQ(must(restore()).to, 3U);
  EXPECT_EQ(dir_.graph()["a"]["n"], 2);
  EXPECT_EQ(fault(restore(9)), "unsafe");
}

TEST_F(KgHistoryTest, WithoutAnyGenerationThereIsNothingToRestore) {
  dir_.write("knowledge-graph.json", "broken");
  EXPECT_EQ(fault(restore()), "missing");
  EXPECT_EQ(dir_.read("knowledge-graph.json"), "broken");
}

} // namespace
} // namespace artifactd
