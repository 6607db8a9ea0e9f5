// A graph that is restored, and then damaged again.
#include "merge/kg/kg_history.hpp"
#include "state/settle/redo.hpp"
#include "tests/merge/kg/settled_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::must;

class RestoredAgainTest : public testing::Test {
protected:
  Result<WentBack> restore(std::optional<std::uint64_t> to = std::nullopt) {
    return restore_graph(dir_.session(), to, dir_.policy, dir_.pool, dir_.watch, DryRun::no);
  }

  test::SettledSession dir_;
};

TEST_F(RestoredAgainTest, RestoresTheSameAfterEveryDamage) {
  dir_.make_history();
  auto const whole = dir_.graph();
  for (auto const* damage : {"", "broken", "[]"}) {
    dir_.write("knowledge-graph.json", damage);
    must(restore());
    EXPECT_EQ(dir_.graph(), whole) << damage;
    fs::remove(dir_ / "knowledge-graph.json");
    must(restore());
    EXPECT_EQ(dir_.graph(), whole) << damage << ", then removed";
  }
  dir_.merge("a", "{\"n\": 4}");
  dir_.write("knowledge-graph.json", "broken");
  must(restore());
  EXPECT_EQ(dir_.graph()["a"]["n"], 4);
}

TEST_F(RestoredAgainTest, TheFirstMergeIsRestoredAfterEveryDamage) {
  dir_.merge("a", "{\"n\": 1}");
  for (int i = 0; i < 2; ++i) {
    dir_.write("knowledge-graph.json", "broken");
    must(restore());
    EXPECT_EQ(dir_.graph(), Json::parse(R"({"a": {"n": 1}})"));
  }
}

TEST_F(RestoredAgainTest, WhatAPersonWentBackToIsRestoredAfterADamage) {
  dir_.make_history();
  must(restore(2));
  auto const chosen = dir_.graph();
  dir_.write("knowledge-graph.json", "broken");
  EXPECT_THAT(must(restore()).put_again, testing::ElementsAre("a", "b (removed)"));
  EXPECT_EQ(dir_.graph(), chosen);
  must(restore(1)); // while a damaged version was the last that was replaced
  fs::remove(dir_ / "knowledge-graph.json");
  must(restore());
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1.1})"));
  dir_.write("knowledge-graph.json", "broken");
  must(restore(3));
  auto const third = dir_.graph();
  dir_.write("knowledge-graph.json", "broken");
  must(restore());
  EXPECT_EQ(dir_.graph(), third);
}

TEST_F(RestoredAgainTest, ArraysAreRestoredAsThePersonLeftThem) {
  dir_.write("knowledge-graph.json", R"({"list": [1, 2]})");
  dir_.merge("a", "{}");
  dir_.write("knowledge-graph.json", R"({"list": [1, 2, 3], "a": {}})");
  dir_.merge("b", "{}");
  must(restore(1));
  dir_.write("knowledge-graph.json", "broken");
  must(restore());
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"list": [1, 2]})"));
}

TEST_F(RestoredAgainTest, ACopyOfWhatWasPublishedIsNotDamaged) {
  dir_.make_history();
  auto const copy = dir_.graph().dump(2) + "\n"; // another inode, as after a backup, and other white space
  fs::remove(dir_ / "knowledge-graph.json");
  dir_.write("knowledge-graph.json", copy);
  auto const back = must(restore());
  EXPECT_TRUE(back.undone);
  EXPECT_EQ(dir_.graph()["a"]["n"], 2);
}

TEST_F(RestoredAgainTest, ARestoreThatWasKilledBeforeItPublishedDoesNotCount) {
  dir_.make_history();
  auto const whole = dir_.graph();
  auto const standing = must(stamp_at(dir_.session().directory(), "knowledge-graph.json"));
  must(append_redo(dir_.session(),
                   {.what = Redo::What::restored, .version = {}, .base = standing, .changes = {}}));
  dir_.merge("c", "{}"); // it replaces the version that the restore was about to replace
  dir_.write("knowledge-graph.json", "broken");
  must(restore());
  EXPECT_EQ(dir_.graph()["a"], whole["a"]);
  EXPECT_EQ(dir_.graph()["b"], whole["b"]);
  EXPECT_TRUE(dir_.graph().contains("c"));
}

TEST_F(RestoredAgainTest, CountsEvenIfWhatItReplacedIsNotKept) {
  dir_.make_history();
  must(restore());
  auto const undone = dir_.graph();
  fs::remove(dir_ / ".artifactd/generations" / must(list_generations(dir_.session())).back().name);
  dir_.write("knowledge-graph.json", "broken");
  must(restore());
  EXPECT_EQ(dir_.graph(), undone);
}

TEST_F(RestoredAgainTest, ADamagedGraphIsNotUndoneWhereNothingIsRecorded) {
  for (auto const* damage : {"broken", "[]"}) {
    dir_.make_history();
    fs::remove(dir_ / ".artifactd/redo");
    dir_.write("knowledge-graph.json", damage);
    EXPECT_FALSE(must(restore()).undone) << damage;
  }
}

TEST_F(RestoredAgainTest, DamagesDisplaceNoSoundGeneration) {
  dir_.make_history();
  auto const whole = dir_.graph();
  dir_.policy.history.generations = 3;
  for (int i = 0; i < 5; ++i) {
    dir_.write("knowledge-graph.json", "broken");
    must(restore());
    ASSERT_EQ(dir_.graph(), whole) << i;
  }
  EXPECT_EQ(must(list_generations(dir_.session())).size(), 3U);
}

TEST_F(RestoredAgainTest, OfDuplicateKeysTheLastIsRestored) {
  dir_.write("knowledge-graph.json", R"({"k": 1, "k": 2})");
  dir_.merge("a", "{}");
  dir_.merge("b", "{}");
  must(restore(2));
  dir_.write("knowledge-graph.json", "broken");
  EXPECT_THAT(must(restore()).put_again, testing::ElementsAre("b (removed)"));
  EXPECT_EQ(dir_.graph()["k"], 2);
}

} // namespace
} // namespace artifactd
