#include "merge/kg/kg_kind.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/followed_signal.hpp"
#include "state/settle/generations.hpp"
#include "state/settle/in_flight.hpp"
#include "state/settle/publish.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::must;

constexpr auto graph_name = "knowledge-graph.json";

class FollowedSignalTest : public testing::Test {
protected:
  [[nodiscard]] Session const& session() const { return dir_.session(); }
  [[nodiscard]] FollowedSignal drop() const { return must(FollowedSignal::drop(session(), signal_)); }
  [[nodiscard]] Fate look(FollowedSignal const& followed) const { return must(followed.look(session())); }
  void rename(std::string_view from, std::string_view to) const { fs::rename(dir_ / from, dir_ / to); }
  void remove(std::string_view name) const { fs::remove(dir_ / name); }

  /// Puts a graph in place that lists this submission, and its predecessor, if any, into the history.
  void publish(std::vector<Sighting> const& submissions) const {
    SettledSignals settled;
    for (auto const& each : submissions)
      settled.add(each, std::string(64, 'd'));
    Place const place{dir_.open("."), graph_name, graph_name, "graph"};
    auto const base = dir_.exists(graph_name) ? std::optional(dir_.stamp(graph_name)) : std::nullopt;
    auto const swap = must(artifactd::publish(session(), place, base, std::vector<std::string_view>{"{}"}, {},
                                              settled.to_attribute()));
    if (!base) return;
    auto generations = must(Generations::open(session()));
    must(generations.archive(dir_.open(layout::work).get(), swap.old_name, Origin::own));
  }

  test::SessionDir dir_;
  SignalName signal_{test::name("a"), kg_kind};
};

TEST_F(FollowedSignalTest, IsOpenUntilItIsAnswered) {
  EXPECT_EQ(look(drop()), Fate::open);
}

TEST_F(FollowedSignalTest, LeavesASignalAloneThatIsThere) {
  dir_.write("a.kg.lock", "theirs");
  EXPECT_EQ(test::fault(FollowedSignal::drop(session(), signal_)), "exists");
  EXPECT_EQ(dir_.read("a.kg.lock"), "theirs");
}

TEST_F(FollowedSignalTest, RemovedWithoutAVerdictIsNotAccepted) {
  auto const followed = drop();
  remove("a.kg.lock");
  EXPECT_EQ(look(followed), Fate::removed);
}

TEST_F(FollowedSignalTest, ListedByTheGraphAndRemovedIsAccepted) {
  auto const followed = drop();
  publish({must(followed.sighting())});
  EXPECT_EQ(look(followed), Fate::open) << "until the signal is gone it may be judged again";
  remove("a.kg.lock");
  EXPECT_EQ(look(followed), Fate::accepted);
}

TEST_F(FollowedSignalTest, OnRecordAndRemovedIsAccepted) {
  auto const followed = drop();
  SettledSignals settled;
  settled.add(must(followed.sighting()), std::string(64, 'd'));
  must(record_settled(session(), settled));
  remove("a.kg.lock");
  EXPECT_EQ(look(followed), Fate::accepted);
}

TEST_F(FollowedSignalTest, IsAcceptedHoweverManyGraphsFollowed) {
  publish({});
  publish({});
  auto const followed = drop();
  publish({must(followed.sighting())});
  remove("a.kg.lock");
  for (int i = 0; i < 5; ++i)
    publish({});
  EXPECT_EQ(look(followed), Fate::accepted);
  EXPECT_EQ(must(replaced_generation(session(), must(followed.sighting()))), 2);
}

TEST_F(FollowedSignalTest, TheFirstGraphReplacedNone) {
  auto const followed = drop();
  publish({must(followed.sighting())});
  EXPECT_EQ(must(replaced_generation(session(), must(followed.sighting()))), std::nullopt);
}

TEST_F(FollowedSignalTest, IsOpenWhileItIsBeingRemoved) {
  auto const followed = drop();
  must(session().private_directory(layout::work));
  auto const seen = must(followed.sighting());
  auto const work_name = to_name({Verdict::accepted, signal_, drop_id(seen.stamp)});
  rename("a.kg.lock", layout::work + "/" + work_name);
  EXPECT_EQ(look(followed), Fate::open);
  auto const found = must(FollowedSignal::find(session(), signal_));
  EXPECT_TRUE(same_file(must(found.sighting()).stamp, seen.stamp));
}

TEST_F(FollowedSignalTest, RenamedToErrorIsRefused) {
  auto const followed = drop();
  rename("a.kg.lock", "a.kg.lock.error");
  EXPECT_EQ(look(followed), Fate::refused);
}

TEST_F(FollowedSignalTest, AnOlderErrorIsNotItsRefusal) {
  dir_.write("a.kg.lock.error", "");
  auto const followed = drop();
  EXPECT_EQ(look(followed), Fate::open);
  remove("a.kg.lock");
  EXPECT_EQ(look(followed), Fate::removed);
}

TEST_F(FollowedSignalTest, FindsWhatIsPendingBeforeWhatWasRefused) {
  dir_.write("a.kg.lock.error", "");
  dir_.write("a.kg.lock", "");
  auto const found = must(must(FollowedSignal::find(session(), signal_)).sighting());
  EXPECT_TRUE(same_file(found.stamp, dir_.stamp("a.kg.lock")));
}

TEST_F(FollowedSignalTest, FindsNothingWhereThereIsNoFile) {
  EXPECT_EQ(test::fault(FollowedSignal::find(session(), signal_)), "missing");
  fs::create_directory(dir_ / "a.kg.lock");
  EXPECT_EQ(test::fault(FollowedSignal::find(session(), signal_)), "missing");
  fs::remove(dir_ / "a.kg.lock");
  fs::create_symlink("elsewhere", dir_ / "a.kg.lock");
  EXPECT_EQ(test::fault(FollowedSignal::find(session(), signal_)), "missing");
}

TEST_F(FollowedSignalTest, TheLastAcceptedOneIsKnownByItsName) {
  EXPECT_EQ(must(last_accepted(session(), signal_)), std::nullopt);
  auto const first = dir_.drop("a");
  publish({first});
  auto const second = dir_.drop("a");
  publish({second, dir_.drop("b")});
  EXPECT_EQ(must(last_accepted(session(), signal_)), drop_id(second.stamp));
}

} // namespace
} // namespace artifactd
