// What another program put in place on purpose, and what only looks like it.
#include "merge/kg/overwritten.hpp"
#include "tests/merge/kg/settled_session.hpp"
#include "tests/support/redo_text.hpp"

#include <filesystem>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::must;

class OverwritingWish : public testing::Test {
protected:
  void SetUp() override { dir_.write("knowledge-graph.json", R"({"x": 1})"); }

  void rename_over(std::string const& text) {
    dir_.write("theirs", text);
    fs::rename(dir_ / "theirs", dir_ / "knowledge-graph.json");
  }
  /// The same, so many seconds after what was published; before it, if the clock was set back meanwhile.
  void rename_over_after(std::int64_t seconds, std::string const& text) {
    rename_over(text);
    std::string records;
    for (auto& each : must(read_redo(dir_.session()))) {
      each.at_ns -= seconds * 1'000'000'000;
      records += test::redo_text(each);
    }
    dir_.write(".artifactd/redo", records);
  }
  Remerged look() { return must(remerge_overwritten(dir_.session(), dir_.policy, dir_.pool, dir_.watch)); }

  test::SettledSession dir_;
};

TEST_F(OverwritingWish, IsAVersionThatIsPutThereMuchLater) {
  dir_.merge("a", R"({"n": 1})");
  rename_over_after(600, R"({"x": 1})");
  EXPECT_FALSE(look().overwritten);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1})"));
}

TEST_F(OverwritingWish, IsAVersionThatIsPutThereAfterTheClockWasSetBackFar) {
  dir_.merge("a", R"({"n": 1})");
  rename_over_after(-600, R"({"x": 1})");
  EXPECT_FALSE(look().overwritten);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1})"));
}

TEST_F(OverwritingWish, IsNotWhatIsPutThereAtOnceThoughTheClockWasSetBackALittle) {
  dir_.merge("a", R"({"n": 1})");
  rename_over_after(-5, R"({"x": 1})");
  EXPECT_TRUE(look().published);
  EXPECT_EQ(dir_.graph()["a"]["n"], 1);
}

/// As under a lock that leaves no events: it read what was published, and took a part of it out.
TEST_F(OverwritingWish, IsThatAPartOfWhatWasPublishedIsGone) {
  dir_.policy.rules = [](Name const&) { return AgentRules{.strategy = Strategy::append}; };
  dir_.merge("a", R"({"entities": [{"id": "e1"}, {"id": "dup"}]})");
  rename_over(R"({"x": 1, "entities": [{"id": "e1"}]})");
  auto const looked = look();
  EXPECT_FALSE(looked.published);
  EXPECT_TRUE(looked.notices.empty());
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "entities": [{"id": "e1"}]})"));
}

TEST_F(OverwritingWish, IsThatSomethingPublishedBeforeWhatItHoldsIsGone) {
  dir_.merge("a", R"({"n": 1})");
  dir_.merge("b", R"({"n": 1})");
  dir_.merge("c", R"({"n": 1})");
  rename_over(R"({"x": 1, "b": {"n": 1.0}})"); // read after b, before c
  EXPECT_TRUE(look().published);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "b": {"n": 1}, "c": {"n": 1}})"));
}

TEST_F(OverwritingWish, IsNotShownByAValueThatWasThereBefore) {
  dir_.merge("a", R"({"n": 1})");
  dir_.merge("a", R"({"n": 2})");
  dir_.merge("b", R"({"n": 1})");
  dir_.merge("a", R"({"n": 1})");
  rename_over(R"({"x": 1, "a": {"n": 1}})"); // read before b
  EXPECT_TRUE(look().published);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "a": {"n": 1}, "b": {"n": 1}})"));
}

TEST_F(OverwritingWish, IsNotShownByWhatWasPublishedOnTopOfIt) {
  dir_.merge("a", R"({"n": 1})");
  rename_over(R"({"x": 1})");
  dir_.merge("b", R"({"n": 1})");
  rename_over(R"({"x": 1, "b": {"n": 1}, "theirs": 1})"); // made from b's version, which lacked a
  EXPECT_TRUE(look().published);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "b": {"n": 1}, "theirs": 1, "a": {"n": 1}})"));
}

} // namespace
} // namespace artifactd
