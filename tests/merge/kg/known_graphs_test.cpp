#include "merge/kg/known_graphs.hpp"
#include "tests/merge/kg/settled_session.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class KnownGraphsTest : public testing::Test {
protected:
  void SetUp() override { dir_.write("knowledge-graph.json", R"({"x": 1})"); }
  [[nodiscard]] bool known() const {
    return dir_.known.find(dir_.session(), dir_.stamp("knowledge-graph.json"),
                           dir_.read("knowledge-graph.json")) != nullptr;
  }
  test::SettledSession dir_;
};

TEST_F(KnownGraphsTest, WhatWasPublishedNeedsNoScan) {
  EXPECT_FALSE(known());
  dir_.merge("a", R"({"n": 1})");
  EXPECT_TRUE(known());
  dir_.merge("b", R"({"n": 2})");
  dir_.merge("a", R"({"n": 3})");
  EXPECT_TRUE(known());
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "a": {"n": 3}, "b": {"n": 2}})"));
}

TEST_F(KnownGraphsTest, TheVeryFirstGraphIsKnownToo) {
  fs::remove(dir_ / "knowledge-graph.json");
  dir_.merge("a", R"({"n": 1})");
  EXPECT_TRUE(known());
}

TEST_F(KnownGraphsTest, AnotherProgramsVersionIsNotTheOneKnown) {
  dir_.merge("a", R"({"n": 1})");
  ASSERT_TRUE(known());
  dir_.write("theirs", dir_.read("knowledge-graph.json"));
  fs::rename(dir_ / "theirs", dir_ / "knowledge-graph.json");
  EXPECT_FALSE(known());
  dir_.merge("b", R"({"n": 2})");
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "a": {"n": 1}, "b": {"n": 2}})"));
}

TEST_F(KnownGraphsTest, AWriteInPlaceOfTheSameLengthIsMet) {
  dir_.merge("a", R"({"n": 1})");
  ASSERT_TRUE(known());
  auto text = dir_.read("knowledge-graph.json");
  auto broken = text;
  broken[broken.rfind('1')] = '}';
  auto time = fs::last_write_time(dir_ / "knowledge-graph.json");
  dir_.write("knowledge-graph.json", broken);
  fs::last_write_time(dir_ / "knowledge-graph.json", time);
  EXPECT_FALSE(known());
  dir_.merge("b", R"({"n": 2})", End::pending);
  EXPECT_EQ(dir_.read("knowledge-graph.json"), broken);
}

TEST_F(KnownGraphsTest, PlacesThatDoNotFitTheTextAreNotBelieved) {
  dir_.merge("a", R"({"n": 1})");
  ASSERT_TRUE(known());
  auto stamp = dir_.stamp("knowledge-graph.json");
  for (auto const* text :
       {"", "{}", "[                                      ]", "                                    "})
    EXPECT_EQ(dir_.known.find(dir_.session(), stamp, text), nullptr) << text;
}

TEST_F(KnownGraphsTest, ForgetsRatherThanGrows) {
  json::Document large{json::Type::object, {0, 2}, std::vector<json::Member>(150'000)};
  KnownGraphs graphs;
  test::SettledSession other;
  Stamp const stamp{.inode = 7};
  graphs.remember(dir_.session(), stamp, large);
  graphs.remember(other.session(), stamp, {json::Type::object, {0, 2}, std::vector<json::Member>(60'000)});
  EXPECT_EQ(graphs.find(dir_.session(), stamp, "{}"), nullptr);
  graphs.remember(dir_.session(), stamp, {json::Type::object, {0, 2}, {}});
  EXPECT_NE(graphs.find(dir_.session(), stamp, "{}"), nullptr);
}

} // namespace
} // namespace artifactd
