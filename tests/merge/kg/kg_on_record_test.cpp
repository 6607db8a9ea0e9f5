// A power cut undoes what was not synced: a signal that was answered is back, beside inputs of any age.
// Simulated by a second name of the signal, which is renamed back.
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"
#include "state/settle/settled.hpp"
#include "tests/merge/kg/settled_session.hpp"
#include "tests/support/last_instant.hpp"

#include <gtest/gtest.h>
#include <utility>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::kg;
using test::must;

class KgOnRecordTest : public testing::Test {
protected:
  /// Submits, and keeps a link to the signal that a power cut would bring back.
  Sighting submit(std::string const& agent, std::string_view text) {
    auto const seen = dir_.submit(agent, text);
    fs::remove(dir_ / (agent + ".kept"));
    fs::create_hard_link(dir_ / (agent + ".kg.lock"), dir_ / (agent + ".kept"));
    return must(sight(dir_.session(), seen.signal));
  }
  End settle(Sighting const& seen) { return dir_.settle({seen}).signals.at(0).end; }
  Sighting bring_back(std::string const& agent) {
    fs::rename(dir_ / (agent + ".kept"), dir_ / (agent + ".kg.lock"));
    return must(sight(dir_.session(), kg(agent)));
  }
  void begin_next_round(std::string const& agent) {
    dir_.write("artifacts/" + agent + "/1.json", R"({"v": 3, "half)");
  }
  void expect_only_removed(std::string const& agent) {
    EXPECT_FALSE(dir_.exists(agent + ".kg.lock"));
    EXPECT_FALSE(dir_.exists(agent + ".kg.lock.error"));
    EXPECT_FALSE(dir_.exists(agent + ".retry-instructions.json"));
    EXPECT_TRUE(dir_.names(".artifactd/attempts").empty());
  }

  test::SettledSession dir_;
};

TEST_F(KgOnRecordTest, AMergedSignalThatComesBackIsRemovedWithoutBeingJudged) {
  dir_.write("knowledge-graph.json", "{}");
  ASSERT_EQ(settle(submit("a", R"({"v": 2})")), End::merged);
  begin_next_round("a");
  EXPECT_EQ(settle(bring_back("a")), End::unchanged);
  expect_only_removed("a");
  EXPECT_EQ(dir_.graph()["a"]["v"], 2);
  EXPECT_FALSE(dir_.exists(layout::settled)); // the graph's own attribute records it
}

TEST_F(KgOnRecordTest, TheFirstGraphListsItsSignalsToo) {
  ASSERT_EQ(settle(submit("a", R"({"v": 2})")), End::merged);
  begin_next_round("a");
  EXPECT_EQ(settle(bring_back("a")), End::unchanged);
  expect_only_removed("a");
}

TEST_F(KgOnRecordTest, WhereNothingWasPublishedTheRecordSaysIt) {
  ASSERT_EQ(settle(submit("a", R"({"v": 2})")), End::merged);
  ASSERT_EQ(settle(submit("a", R"({"v": 2})")), End::unchanged);
  EXPECT_TRUE(dir_.exists(layout::settled));
  begin_next_round("a");
  EXPECT_EQ(settle(bring_back("a")), End::unchanged);
  expect_only_removed("a");
}

TEST_F(KgOnRecordTest, ALaterDropIsJudged) {
  ASSERT_EQ(settle(submit("a", R"({"v": 2})")), End::merged);
  EXPECT_EQ(settle(submit("a", R"({"v": 3, )")), End::refused);
  EXPECT_EQ(settle(submit("a", R"({"v": 4})")), End::merged);
  EXPECT_EQ(dir_.graph()["a"]["v"], 4);
}

TEST_F(KgOnRecordTest, AGraphThatIsTakenBackTakesItsListWithIt) {
  dir_.write("knowledge-graph.json", "{}");
  ASSERT_EQ(settle(submit("a", R"({"v": 2})")), End::merged);
  dir_.write("before", "{}");
  fs::rename(dir_ / "before", dir_ / "knowledge-graph.json");
  EXPECT_EQ(settle(bring_back("a")), End::merged);
  EXPECT_EQ(dir_.graph()["a"]["v"], 2);
}

TEST_F(KgOnRecordTest, AGraphInADirectoryOfItsOwnListsThoseBeforeAsWell) {
  dir_.policy.side = GraphSide::knowledge;
  dir_.graph_file = "knowledge/knowledge-graph.json";
  ASSERT_EQ(settle(submit("a", R"({"v": 2})")), End::merged);
  ASSERT_EQ(settle(submit("b", R"({"v": 2})")), End::merged);
  begin_next_round("a");
  EXPECT_EQ(settle(bring_back("a")), End::unchanged);
  expect_only_removed("a");
}

/// The agent writes again just before its signal is compared with what was judged.
TEST_F(KgOnRecordTest, InputsThatChangeBeforeTheVerdictAreJudgedThoughTheGraphListedTheSignal) {
  dir_.write("knowledge-graph.json", "{}");
  auto const seen = dir_.submit("a", R"({"v": 1})");
  bool written = false;
  test::BeforeRename writing([&](test::RenameCall const& call) {
    if (call.to == "knowledge-graph.json" && !std::exchange(written, true))
      dir_.write("artifacts/a/1.json", R"({"v": 2})");
    return 0;
  });
  ASSERT_EQ(settle(seen), End::again);
  ASSERT_TRUE(written);
  EXPECT_EQ(settle(must(sight(dir_.session(), kg("a")))), End::merged);
  EXPECT_EQ(dir_.graph()["a"]["v"], 2);
}

TEST_F(KgOnRecordTest, ARefusedSignalThatComesBackIsOnlyRenamedAgain) {
  ASSERT_EQ(settle(submit("a", R"({"v": 2, )")), End::refused);
  auto const told = dir_.instructions("a");
  fs::remove(dir_ / "a.kg.lock.error");
  auto const back = bring_back("a");
  // A power cut restores its former change time, which a rename cannot.
  auto log = must(load_attempts(dir_.session(), kg("a")));
  log.attempts.back().first_seen_ns = back.stamp.changed_ns;
  must(save_attempts(dir_.session(), kg("a"), log));
  dir_.write("artifacts/a/1.json", R"({"v": 3})"); // older or newer content that nobody submitted
  EXPECT_EQ(settle(back), End::refused);
  EXPECT_TRUE(dir_.exists("a.kg.lock.error"));
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
  EXPECT_EQ(dir_.instructions("a")["findings"], told["findings"]);
  EXPECT_EQ(dir_.instructions("a")["attempt"], 1);
  EXPECT_FALSE(dir_.exists("knowledge-graph.json"));
}

TEST_F(KgOnRecordTest, MoreThanFitAnAttributeAreOnRecord) {
  dir_.policy.agents_per_rewrite = 100;
  std::vector<Sighting> seen;
  for (int i = 0; i < 80; ++i)
    seen.push_back(submit("agent-of-a-rather-long-name-" + std::to_string(i), "{}"));
  for (auto const& end : dir_.settle(seen).signals)
    ASSERT_EQ(end.end, End::merged);
  for (int i = 0; i < 80; ++i) {
    auto const agent = "agent-of-a-rather-long-name-" + std::to_string(i);
    begin_next_round(agent);
    EXPECT_EQ(settle(bring_back(agent)), End::unchanged) << i;
  }
}

} // namespace
} // namespace artifactd
