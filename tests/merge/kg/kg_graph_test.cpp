// Settling over all kinds of graphs: missing, damaged, misplaced, left over by a killed artifactd.

#include "merge/kg/kg_work.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/publish.hpp"
#include "tests/merge/kg/settled_session.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tuple>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::must;
using testing::HasSubstr;

class KgGraphTest : public testing::Test {
protected:
  /// Settles a good artifact that must stay pending, and checks the fault of the reason.
  Error pending(Fault fault) {
    auto end = dir_.merge("a", "{\"n\": 1}", End::pending);
    EXPECT_EQ(end.reason->fault, fault) << end.reason->message;
    EXPECT_TRUE(dir_.exists("a.kg.lock"));
    EXPECT_FALSE(dir_.exists("a.kg.lock.error"));
    EXPECT_FALSE(dir_.exists("a.retry-instructions.json"));
    return *end.reason;
  }
  test::SettledSession dir_;
};

TEST_F(KgGraphTest, AMissingOneIsMade) {
  auto end = dir_.merge("a", "{\"n\": 1}");
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"a": {"n": 1}})"));
  EXPECT_EQ(end.generation, std::nullopt); // there was nothing to keep
}

TEST_F(KgGraphTest, AMissingOneThatHadBeenThereIsDamaged) {
  dir_.merge("a", "{\"n\": 0}");
  dir_.merge("a", "{\"n\": 2}");
  fs::remove(dir_ / "knowledge-graph.json");
  EXPECT_THAT(pending(Fault::invalid).message, HasSubstr("artifactctl restore"));
  EXPECT_FALSE(dir_.exists("knowledge-graph.json"));
}

TEST_F(KgGraphTest, AMissingOneCanBeForbidden) {
  dir_.policy.graph.must_exist = true;
  EXPECT_THAT(pending(Fault::missing).message, HasSubstr("graph.missing"));
  EXPECT_FALSE(dir_.exists("knowledge-graph.json"));
}

TEST_F(KgGraphTest, ADamagedOneIsLeftAloneWithTheCureNamed) {
  dir_.write("knowledge-graph.json", "{\"x\": ");
  auto const message = pending(Fault::invalid).message;
  EXPECT_THAT(message, HasSubstr("knowledge-graph.json, line 1, column 6, at /x: "));
  EXPECT_THAT(message, HasSubstr("No good version of it is kept; to begin a new one: mv -nT -- "));
  EXPECT_EQ(dir_.read("knowledge-graph.json"), "{\"x\": ");
  EXPECT_TRUE(dir_.is_tidy());
}

TEST_F(KgGraphTest, AByteOrderMarkBeforeItIsLeftOutAndReported) {
  dir_.write("knowledge-graph.json", "\xEF\xBB\xBF{\"x\": 1}\n");
  auto const report = dir_.settle({dir_.submit("a", "{}")});
  ASSERT_EQ(report.signals.at(0).end, End::merged);
  EXPECT_THAT(report.notices, testing::ElementsAre(testing::HasSubstr("graph.bom")));
  EXPECT_TRUE(dir_.read("knowledge-graph.json").starts_with("{\"x\": 1"));
  EXPECT_THAT(dir_.settle({dir_.submit("b", "{}")}).notices, testing::IsEmpty());
}

TEST_F(KgGraphTest, OneUnderKnowledgeIsUsed) {
  dir_.write("knowledge/knowledge-graph.json", R"({"x": 1})");
  dir_.merge("a", "{\"n\": 1}");
  dir_.graph_file = "knowledge/knowledge-graph.json";
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "a": {"n": 1}})"));
  EXPECT_FALSE(dir_.exists("knowledge-graph.json"));
  EXPECT_TRUE(dir_.is_tidy());
}

TEST_F(KgGraphTest, OneUnderKnowledgeIsMadeWhereTheConfigurationSaysSo) {
  dir_.policy.side = GraphSide::knowledge;
  dir_.merge("a", "{\"n\": 1}");
  EXPECT_TRUE(dir_.exists("knowledge/knowledge-graph.json"));
}

TEST_F(KgGraphTest, TwoOfThemNeedAPerson) {
  dir_.write("knowledge/knowledge-graph.json", "{}");
  dir_.write("knowledge-graph.json", "{}");
  EXPECT_THAT(pending(Fault::invalid).message, HasSubstr("graph.ambiguous"));
  dir_.policy.side = GraphSide::root;
  EXPECT_EQ(dir_.settle({must(sight(dir_.session(), test::kg("a")))}).signals.at(0).end, End::merged);
  EXPECT_EQ(dir_.read("knowledge/knowledge-graph.json"), "{}");
}

TEST_F(KgGraphTest, ALinkedOneIsNotFollowed) {
  dir_.write("elsewhere.json", "{}");
  fs::create_symlink("elsewhere.json", dir_ / "knowledge-graph.json");
  pending(Fault::unsafe);
  EXPECT_EQ(dir_.read("elsewhere.json"), "{}");
}

TEST_F(KgGraphTest, ALinkedPrivateAreaIsNotFollowed) {
  fs::create_directory(dir_ / "elsewhere");
  fs::create_directory_symlink("elsewhere", dir_ / ".artifactd");
  pending(Fault::unsafe);
  EXPECT_TRUE(fs::is_empty(dir_ / "elsewhere"));
}

TEST_F(KgGraphTest, AMutexOfADeadArtifactdIsTakenBack) {
  dir_.write(".kg-merge.lock/held-by-artifactd", "");
  dir_.merge("a", "{}");
  EXPECT_TRUE(dir_.is_tidy());
}

TEST_F(KgGraphTest, RecoveryAloneNeedsNoSignal) {
  dir_.write(".kg-merge.lock/held-by-artifactd", "");
  dir_.write(".artifactd/work/write.1.1", "half");
  std::ignore = dir_.drop("b");
  // Mistaken for another drop.
  fs::rename(dir_ / "b.kg.lock", dir_ / ".artifactd/work/accepted.b.kg.lock.1.2.3");
  auto report = dir_.settle({});
  EXPECT_TRUE(report.recovered);
  EXPECT_TRUE(dir_.exists("b.kg.lock"));
  EXPECT_TRUE(dir_.is_tidy());
  EXPECT_FALSE(dir_.settle({}).recovered);
}

TEST_F(KgGraphTest, AKilledMergeKeepsItsHistory) {
  dir_.write("knowledge-graph.json", R"({"a": {"n": 1}})");
  // Killed after the exchange: the work directory holds the old graph, named by both inodes.
  fs::create_directories(dir_ / ".artifactd/work");
  fs::rename(dir_ / "knowledge-graph.json", dir_ / ".artifactd/work/old");
  dir_.write("knowledge-graph.json", R"({"a": {"n": 2}})");
  auto name =
      swap_name("graph", {dir_.stamp("knowledge-graph.json").inode, dir_.stamp(".artifactd/work/old").inode});
  fs::rename(dir_ / ".artifactd/work/old", dir_ / ".artifactd/work" / name);
  dir_.settle({});
  EXPECT_EQ(must(list_generations(dir_.session())).size(), 1U);
  EXPECT_THAT(dir_.kept_values("a"), testing::ElementsAre(testing::Pair(1, R"({"n": 1})")));
  EXPECT_TRUE(dir_.is_tidy());
}

TEST_F(KgGraphTest, AWriterWhoCameLateIsReported) {
  dir_.write("knowledge-graph.json", "{}");
  dir_.merge("a", "{\"n\": 1}");
  auto kept = must(list_generations(dir_.session())).at(0).name;
  dir_.write(".artifactd/generations/" + kept, R"({"late": 1})");
  auto report = dir_.settle({});
  ASSERT_EQ(report.notices.size(), 1U);
  EXPECT_THAT(report.notices[0], HasSubstr("graph.foreign"));
  EXPECT_TRUE(dir_.settle({}).notices.empty());
}

TEST_F(KgGraphTest, AMergeReportsAWriterWhoCameLateAsWell) {
  dir_.write("knowledge-graph.json", "{}");
  dir_.merge("a", "{\"n\": 1}");
  auto kept = must(list_generations(dir_.session())).at(0).name;
  dir_.write(".artifactd/generations/" + kept, R"({"late": 1})");
  auto report = dir_.settle({dir_.submit("b", "{\"n\": 2}")});
  ASSERT_EQ(report.notices.size(), 1U);
  EXPECT_THAT(report.notices[0], HasSubstr("into generation 1"));
}

TEST_F(KgGraphTest, MetadataSaysWhatIsRequired) {
  test::ScratchDir agents;
  agents.write("a/metadata.json", R"({"artifact_files_required": ["1.json", "2.json"]})");
  dir_.policy.agents_dir = agents.path().string();
  EXPECT_EQ(test::codes(dir_.merge("a", "{}", End::refused).findings),
            std::vector<std::string>{"file.missing"});
  dir_.write("artifacts/a/2.json", "{}");
  dir_.merge("a", "{}");
  agents.write("a/metadata.json", "broken");
  pending(Fault::invalid);
}

TEST_F(KgGraphTest, WritesOverWhatLeavesTheHistory) {
  dir_.policy.history.generations = 2;
  for (auto const* text : {"[1]", "[2]", "[3]", "[4]"})
    dir_.merge("a", fmt::format("{{\"v\":{}}}", text));
  auto const now = wall_now_ns();
  dir_.merge("a", "{\"v\":6}");
  EXPECT_LT(dir_.stamp("knowledge-graph.json").birth_ns, now);
}

} // namespace
} // namespace artifactd
