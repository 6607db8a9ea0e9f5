#include "tests/merge/kg/graph_rewriting.hpp"
#include "tests/support/last_instant.hpp"

#include <cstdio>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::fault;
using test::must;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr auto graph_file = test::rewritten_graph;

class GraphRewriteTest : public test::GraphRewriting {};

TEST_F(GraphRewriteTest, MakesTheFirstGraph) {
  auto rewritten = must(set("a", "1"));
  EXPECT_TRUE(rewritten.changed);
  EXPECT_TRUE(rewritten.replaced.versions.empty());
  EXPECT_EQ(dir_.read(graph_file), "{\n  \"a\": 1\n}\n");
}

TEST_F(GraphRewriteTest, MakesNoGraphForNothing) {
  auto rewritten = must(rewrite([](GraphDraft&) -> Result<void> { return {}; }));
  EXPECT_FALSE(rewritten.changed);
  EXPECT_FALSE(dir_.exists(graph_file));
}

TEST_F(GraphRewriteTest, KeepsWhatItReplaced) {
  dir_.write(graph_file, R"({"a": 1, "b": 2})");
  auto rewritten = must(set("a", "7"));
  EXPECT_EQ(must(keep_history(dir_.session(), rewritten.replaced, {})), 1U);
  EXPECT_EQ(dir_.read(graph_file), R"({"a": 7, "b": 2})");
  EXPECT_THAT(generations(), ElementsAre(Pair("own", R"({"a": 1, "b": 2})")));
  EXPECT_THAT(dir_.kept_values("a"), ElementsAre(Pair(1, "1")));
  EXPECT_THAT(dir_.kept_values("b"), IsEmpty());
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

TEST_F(GraphRewriteTest, PublishesNothingWhereNothingChanges) {
  dir_.write(graph_file, R"({"a": 1})");
  auto before = dir_.stamp(graph_file);
  EXPECT_FALSE(must(set("a", "1")).changed);
  EXPECT_EQ(dir_.stamp(graph_file), before);
  EXPECT_THAT(dir_.names(".artifactd/work"), testing::IsEmpty());
}

TEST_F(GraphRewriteTest, AnErrorOfTheEditPublishesNothing) {
  dir_.write(graph_file, R"({"a": 1})");
  auto failed = rewrite([](GraphDraft& draft) -> Result<void> {
    draft.set("a", {"2"});
    return fail(Fault::io, "no disk");
  });
  EXPECT_EQ(fault(failed), "io");
  EXPECT_EQ(dir_.read(graph_file), R"({"a": 1})");
}

TEST_F(GraphRewriteTest, GraphsAreReadAgainWhenTheyMoveBeforeTheSwap) {
  dir_.write(graph_file, R"({"a": 1})");
  int tries = 0;
  auto rewritten = must(rewrite([&](GraphDraft& draft) -> Result<void> {
    if (++tries == 1) replace_by(R"({"a": 1, "theirs": 1})");
    draft.set("a", {"7"});
    return {};
  }));
  EXPECT_EQ(tries, 2);
  EXPECT_EQ(dir_.read(graph_file), R"({"a": 7, "theirs": 1})");
  EXPECT_THAT(rewritten.notices, IsEmpty()); // read as it is now
  keep(rewritten);
  EXPECT_THAT(generations(), ElementsAre(Pair("own", R"({"a": 1, "theirs": 1})")));
}

TEST_F(GraphRewriteTest, UnitesAVersionRenamedIntoPlaceInTheLastInstant) {
  dir_.write(graph_file, R"({"a": 1, "entities": [1]})");
  test::BeforeRename rival(
      test::once_before_exchange([&] { replace_by(R"({"theirs": 1, "entities": [1, 2], "a": 1})"); }));
  auto rewritten = must(set("a", "7"));
  EXPECT_EQ(value(), Json::parse(R"({"a": 7, "theirs": 1, "entities": [1, 2]})"));
  EXPECT_EQ(rewritten.notices.size(), 1U);
  keep(rewritten);
  auto kept = generations();
  EXPECT_THAT(kept, testing::Contains(Pair("foreign", R"({"theirs": 1, "entities": [1, 2], "a": 1})")));
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

TEST_F(GraphRewriteTest, OurMemberIsOursAfterAUnionToo) {
  dir_.write(graph_file, R"({"a": 1})");
  test::BeforeRename rival(test::once_before_exchange([&] { replace_by(R"({"a": 2})"); }));
  keep(must(set("a", "7")));
  EXPECT_EQ(value(), Json::parse(R"({"a": 7})"));
}

TEST_F(GraphRewriteTest, UnitesAgainAndAgain) {
  dir_.write(graph_file, "{}");
  int rivals = 0;
  test::BeforeRename rival([&](test::RenameCall const& call) {
    if ((call.flags & RENAME_EXCHANGE) != 0 && rivals < 3) {
      auto now = value();
      now["theirs" + std::to_string(++rivals)] = 1;
      replace_by(now.dump());
    }
    return 0;
  });
  keep(must(set("a", "7")));
  EXPECT_EQ(value(), Json::parse(R"({"a": 7, "theirs1": 1, "theirs2": 1, "theirs3": 1})"));
}

TEST_F(GraphRewriteTest, AVersionThatIsNoGraphIsKeptButNotUnited) {
  dir_.write(graph_file, R"({"b": 1})");
  test::BeforeRename rival(test::once_before_exchange([&] { replace_by("broken {"); }));
  auto rewritten = must(set("a", "7"));
  EXPECT_EQ(value(), Json::parse(R"({"a": 7, "b": 1})"));
  EXPECT_EQ(rewritten.notices.size(), 1U);
  keep(rewritten);
  EXPECT_THAT(generations(), testing::Contains(Pair("foreign", "broken {")));
}

TEST_F(GraphRewriteTest, AWriterInPlaceIsNoticedAndItsVersionKept) {
  dir_.write(graph_file, R"({"b": 1})");
  test::BeforeRename rival(
      test::once_before_exchange([&] { dir_.write(graph_file, R"({"b": 1, "late": 1})"); }));
  auto rewritten = must(set("a", "7"));
  EXPECT_EQ(value(), Json::parse(R"({"a": 7, "b": 1})"));
  ASSERT_EQ(rewritten.notices.size(), 1U);
  EXPECT_NE(rewritten.notices[0].find("graph.foreign"), std::string::npos);
  keep(rewritten);
  EXPECT_THAT(generations(), ElementsAre(Pair("foreign", R"({"b": 1, "late": 1})")));
}

class DamagedGraphTest : public GraphRewriteTest, public testing::WithParamInterface<std::string> {};

TEST_P(DamagedGraphTest, IsNeverTouchedAndTheCureIsNamed) {
  dir_.write(graph_file, GetParam());
  auto before = dir_.stamp(graph_file);
  auto failed = set("a", "1");
  EXPECT_EQ(fault(failed), "invalid");
  EXPECT_NE(failed.error().message.find("graph.damaged"), std::string::npos);
  EXPECT_NE(failed.error().message.find("mv -nT -- " + dir_.session().shown()), std::string::npos)
      << "nothing is kept that restore could go back to";
  EXPECT_EQ(dir_.stamp(graph_file), before);
}

INSTANTIATE_TEST_SUITE_P(All, DamagedGraphTest,
                         testing::Values("", " \n", "{", "[]", "null", "{}{}", "{\"a\": 1,}",
                                         std::string("{}\0", 3), "{\"a\": \"\xff\"}",
                                         "{\"a\":" + std::string(256, '[') + std::string(256, ']') + "}"));

TEST_F(GraphRewriteTest, AGraphAsDeepAsItsReadersAllowIsSound) {
  dir_.write(graph_file, "{\"b\":" + std::string(255, '[') + std::string(255, ']') + "}");
  EXPECT_EQ(fault(set("a", "1")), "none");
}

TEST_F(GraphRewriteTest, AMissingGraphThatHadBeenThereIsDamaged) {
  dir_.write(graph_file, R"({"b": 1})");
  keep(must(set("a", "1")));
  fs::remove(dir_ / graph_file);
  auto failed = set("a", "2");
  EXPECT_EQ(fault(failed), "invalid");
  EXPECT_NE(failed.error().message.find("restore"), std::string::npos);
  EXPECT_FALSE(dir_.exists(graph_file));
}

TEST_F(GraphRewriteTest, TheConfigurationCanAskForAGraph) {
  bounds_.must_exist = true;
  auto failed = set("a", "1");
  EXPECT_EQ(fault(failed), "missing");
  EXPECT_NE(failed.error().message.find("graph.missing"), std::string::npos);
  EXPECT_FALSE(dir_.exists(graph_file));
}

TEST_F(GraphRewriteTest, ALinkInItsPlaceIsNotFollowed) {
  dir_.write("elsewhere.json", "{}");
  fs::create_symlink("elsewhere.json", dir_ / graph_file);
  EXPECT_EQ(fault(set("a", "1")), "unsafe");
  EXPECT_EQ(dir_.read("elsewhere.json"), "{}");
}

TEST_F(GraphRewriteTest, TheWholeGraphIsReplacedWhateverStandsThere) {
  dir_.write(graph_file, "broken {");
  auto rewritten = must(replace_graph(lock(), site(), R"({"a": 1})"));
  EXPECT_TRUE(rewritten.changed);
  keep(rewritten);
  EXPECT_EQ(dir_.read(graph_file), R"({"a": 1})");
  EXPECT_THAT(generations(), ElementsAre(Pair("replaced", "broken {")));
  EXPECT_FALSE(must(replace_graph(lock(), site(), R"({"a": 1})")).changed);
  fs::remove(dir_ / graph_file);
  EXPECT_TRUE(must(replace_graph(lock(), site(), R"({"a": 1})")).changed);
}

} // namespace
} // namespace artifactd
