// Signals and inputs that change during the settling.
#include "merge/kg/kg_work.hpp"
#include "tests/merge/kg/settled_session.hpp"
#include "tests/support/last_instant.hpp"

#include <gtest/gtest.h>
#include <utility>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::must;

class KgChanges : public testing::Test {
protected:
  test::SettledSession dir_;
};

TEST_F(KgChanges, ASignalThatVanishedIsNoWork) {
  auto sighting = dir_.submit("a", "{}");
  fs::remove(dir_ / "a.kg.lock");
  EXPECT_EQ(dir_.settle({sighting}).signals.at(0).end, End::vanished);
  EXPECT_FALSE(dir_.exists("knowledge-graph.json"));
}

TEST_F(KgChanges, ASignalDroppedAnewIsSettledAgain) {
  auto sighting = dir_.submit("a", "{}");
  dir_.write("new", "");
  fs::rename(dir_ / "new", dir_ / "a.kg.lock");
  EXPECT_EQ(dir_.settle({sighting}).signals.at(0).end, End::again);
  EXPECT_TRUE(dir_.exists("a.kg.lock"));
  EXPECT_FALSE(dir_.exists("knowledge-graph.json"));
}

TEST_F(KgChanges, InputsThatChangeMeanwhileAreSettledAgain) {
  dir_.write("knowledge-graph.json", "{}");
  auto sighting = dir_.submit("a", "{\"n\": 1}");
  // After the files were judged the agent writes another one; it has yet to drop the signal again.
  test::BeforeRename agent(
      test::once_before_exchange([&] { dir_.write("artifacts/a/2.json", "{\"m\": 2}"); }));
  EXPECT_EQ(dir_.settle({sighting}).signals.at(0).end, End::again);
  EXPECT_TRUE(dir_.exists("a.kg.lock"));
  auto end = dir_.settle({must(sight(dir_.session(), test::kg("a")))}).signals.at(0);
  EXPECT_EQ(end.end, End::merged);
  EXPECT_EQ(dir_.graph()["a"], Json::parse(R"({"n": 1, "m": 2})"));
}

TEST_F(KgChanges, InputsThatChangedWhileOthersWereWaitedForAreNotPublished) {
  dir_.write("knowledge-graph.json", "{}");
  auto const sightings = std::vector{dir_.submit("a", "{\"n\": 1}"), dir_.submit("b", "{\"n\": 1}")};
  bool written = false;
  test::BeforeRename agent([&](test::RenameCall const&) { // the first rename takes the mutex
    if (!std::exchange(written, true)) dir_.write("artifacts/a/1.json", "{\"n\": 22}");
    return 0;
  });
  auto const report = dir_.settle(sightings);
  EXPECT_EQ(report.signals.at(0).end, End::again);
  EXPECT_EQ(report.signals.at(1).end, End::merged);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"b": {"n": 1}})"));
  EXPECT_TRUE(dir_.exists("a.kg.lock"));
  EXPECT_EQ(dir_.settle({must(sight(dir_.session(), test::kg("a")))}).signals.at(0).end, End::merged);
  EXPECT_EQ(dir_.graph()["a"]["n"], 22);
}

} // namespace
} // namespace artifactd
