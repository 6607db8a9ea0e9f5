#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"
#include "state/settle/generations.hpp"
#include "state/settle/leftovers.hpp"
#include "state/settle/publish.hpp"
#include "state/settle/retire.hpp"
#include "tests/support/session_dir.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::kg;
using test::must;

constexpr auto swept_graph = "knowledge-graph.json";

/// Each test leaves a session as artifactd does if it is killed at one point, then recovers twice: the second
/// recovery must have nothing to do.
class LeftoversTest : public testing::Test {
protected:
  LeftoversTest() : place_{dir_.open("."), swept_graph, swept_graph, "graph"} {
    must(dir_.session().private_directory(layout::work));
  }

  Recovered recover() {
    auto recovered = must(clear_leftovers(dir_.claim(), dir_.session(), place_));
    auto names = in_flight();
    EXPECT_TRUE(must(clear_leftovers(dir_.claim(), dir_.session(), place_)).archived.empty());
    EXPECT_EQ(in_flight(), names);
    return recovered;
  }
  [[nodiscard]] std::vector<std::string> in_flight() const { return dir_.names(".artifactd/work"); }
  std::uint64_t write_work(std::string const& name, std::string_view text) {
    dir_.write(".artifactd/work/" + name, text);
    return dir_.stamp(".artifactd/work/" + name).inode;
  }
  /// Gives a file in the work directory the name of a swap with these inodes.
  std::string name_swap(std::string const& file, std::uint64_t own, std::uint64_t base) {
    auto name = swap_name("graph", {own, base});
    fs::rename(dir_ / ".artifactd/work" / file, dir_ / ".artifactd/work" / name);
    return name;
  }

  test::SessionDir dir_;
  Place place_;
};

TEST_F(LeftoversTest, AreLookedForWithoutAnyLock) {
  test::SessionDir fresh;
  EXPECT_FALSE(must(has_leftovers(fresh.session())));
  EXPECT_TRUE(fresh.names(".").empty());
  EXPECT_FALSE(must(has_leftovers(dir_.session())));
  write_work("anything", "");
  EXPECT_TRUE(must(has_leftovers(dir_.session())));
}

TEST_F(LeftoversTest, OfADeadHolderIsTheMutex) {
  dir_.write(".kg-merge.lock/held-by-artifactd", "");
  EXPECT_TRUE(must(has_leftovers(dir_.session())));
  recover();
  EXPECT_FALSE(dir_.exists(".kg-merge.lock"));
  fs::create_directory(dir_ / ".kg-merge.lock");
  EXPECT_FALSE(must(has_leftovers(dir_.session()))); // made by a shell tool
  recover();
  EXPECT_TRUE(dir_.exists(".kg-merge.lock"));
}

TEST_F(LeftoversTest, HalfWrittenFilesGo) {
  write_work("write.123.1", "half");
  write_work("graph.new.123.1", "half");
  recover();
  EXPECT_TRUE(in_flight().empty());
}

TEST_F(LeftoversTest, AVersionNeverPublishedGoes) {
  dir_.write(swept_graph, "base");
  auto own = write_work("tmp", "new");
  name_swap("tmp", own, dir_.stamp(swept_graph).inode);
  auto recovered = recover();
  EXPECT_TRUE(in_flight().empty());
  EXPECT_TRUE(recovered.foreign.empty());
  EXPECT_TRUE(must(list_generations(dir_.session())).empty());
  EXPECT_EQ(dir_.read(swept_graph), "base");
}

TEST_F(LeftoversTest, TheReplacedVersionBecomesAGeneration) {
  dir_.write(swept_graph, "new");
  auto base = write_work("tmp", "base");
  name_swap("tmp", dir_.stamp(swept_graph).inode, base);
  auto recovered = recover();
  EXPECT_TRUE(in_flight().empty());
  EXPECT_EQ(recovered.archived, std::vector<std::uint64_t>{1});
  auto generations = must(list_generations(dir_.session()));
  ASSERT_EQ(generations.size(), 1U);
  EXPECT_EQ(generations[0].origin, Origin::own);
  EXPECT_EQ(dir_.read(".artifactd/generations/" + generations[0].name), "base");
}

TEST_F(LeftoversTest, AnotherWritersVersionIsReportedAndKept) {
  dir_.write(swept_graph, "new");
  write_work("tmp", "theirs");
  auto name = name_swap("tmp", dir_.stamp(swept_graph).inode, 1);
  EXPECT_EQ(recover().foreign, std::vector{name});
  EXPECT_EQ(dir_.read(".artifactd/work/" + name), "theirs");
}

TEST_F(LeftoversTest, OfTheWayWithoutExchangeIsASecondNameOrTheOldVersion) {
  dir_.write(swept_graph, "base");
  fs::create_hard_link(dir_ / swept_graph,
                       dir_ / ".artifactd/work/graph.1.2.old"); // killed before the rename
  recover();
  EXPECT_TRUE(in_flight().empty());
  EXPECT_EQ(dir_.read(swept_graph), "base");
  EXPECT_TRUE(must(list_generations(dir_.session())).empty());
  fs::rename(dir_ / swept_graph, dir_ / ".artifactd/work/graph.1.2.old"); // killed after it
  dir_.write(swept_graph, "new");
  recover();
  EXPECT_TRUE(in_flight().empty());
  ASSERT_EQ(must(list_generations(dir_.session())).size(), 1U);
}

TEST_F(LeftoversTest, AnAcceptedSignalOnItsWayOutGoes) {
  auto const seen = dir_.drop("a");
  must(save_attempts(dir_.session(), kg("a"), with_attempt({}, seen, "d", Tier::syntax, {})));
  fs::rename(dir_ / "a.kg.lock",
             dir_ / ".artifactd/work" / to_name({Verdict::accepted, kg("a"), drop_id(seen.stamp)}));
  recover();
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
  EXPECT_TRUE(in_flight().empty());
  EXPECT_TRUE(must(load_attempts(dir_.session(), kg("a"))).attempts.empty());
}

TEST_F(LeftoversTest, ADropTakenInsteadOfTheAcceptedOneIsBackUnlessANewerOneIsThere) {
  auto const seen = dir_.drop("a");
  auto const other = to_name({Verdict::accepted, kg("a"), DropId{1, 2, 3}});
  fs::rename(dir_ / "a.kg.lock", dir_ / ".artifactd/work" / other);
  recover();
  EXPECT_TRUE(same_sighting(dir_.stamp("a.kg.lock"), seen.stamp));
  write_work(other, "older");
  recover();
  EXPECT_EQ(dir_.read("a.kg.lock"), "");
  EXPECT_TRUE(in_flight().empty());
}

TEST_F(LeftoversTest, ARefusedSignalThatBecameErrorStaysSo) {
  auto const seen = dir_.drop("a");
  fs::rename(dir_ / "a.kg.lock", dir_ / "a.kg.lock.error");
  write_work(to_name({Verdict::refused, kg("a"), drop_id(seen.stamp)}), "");
  recover();
  EXPECT_TRUE(dir_.exists("a.kg.lock.error"));
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
  EXPECT_TRUE(in_flight().empty());
}

TEST_F(LeftoversTest, ADropThatBecameErrorInsteadOfTheRefusedOneIsArmedAgain) {
  write_work(to_name({Verdict::refused, kg("a"), DropId{1, 2, 3}}), "");
  auto const seen = dir_.drop("a");
  fs::rename(dir_ / "a.kg.lock", dir_ / "a.kg.lock.error");
  recover();
  EXPECT_TRUE(same_sighting(dir_.stamp("a.kg.lock"), seen.stamp));
  EXPECT_FALSE(dir_.exists("a.kg.lock.error"));
}

TEST_F(LeftoversTest, AnErrorOlderThanTheNoteWasRefusedBefore) {
  dir_.write("a.kg.lock.error", "");
  auto const note = to_name({Verdict::refused, kg("a"), DropId{1, 2, 3}});
  do { // until the file system's clock has ticked
    write_work(note, "");
  } while (dir_.stamp(".artifactd/work/" + note).modified_ns == dir_.stamp("a.kg.lock.error").changed_ns);
  recover();
  EXPECT_TRUE(dir_.exists("a.kg.lock.error"));
  EXPECT_FALSE(dir_.exists("a.kg.lock"));
}

TEST_F(LeftoversTest, ANoteBesideAPendingSignalSaysNothing) {
  dir_.write("a.kg.lock", "newer");
  dir_.write("a.kg.lock.error", "of a drop between");
  write_work(to_name({Verdict::refused, kg("a"), DropId{1, 2, 3}}), "");
  recover();
  EXPECT_EQ(dir_.read("a.kg.lock"), "newer");
  EXPECT_TRUE(dir_.exists("a.kg.lock.error"));
}

TEST_F(LeftoversTest, PlantedNamesBecomeNoSignals) {
  write_work("accepted.knowledge-graph.json.1.2.3", "{}");
  write_work("accepted.a.kg.lock.error.1.2.3", "");
  write_work("accepted.a.kg.lock", "");
  write_work("refused.", "");
  recover();
  EXPECT_EQ(dir_.names("."), std::vector<std::string>{".artifactd"});
  EXPECT_TRUE(in_flight().empty());
}

class PlantedDirectoryTest : public LeftoversTest, public testing::WithParamInterface<std::string> {};

TEST_P(PlantedDirectoryTest, IsInNobodysWay) {
  dir_.write("a.kg.lock", "");
  dir_.write(".artifactd/work/" + GetParam() + "/inside", "");
  write_work("write.1.1", "half");
  recover();
  EXPECT_FALSE(dir_.exists(".artifactd/work/write.1.1")); // the rest was cleaned up
  EXPECT_TRUE(fs::is_regular_file(dir_ / "a.kg.lock"));
  EXPECT_TRUE(must(list_generations(dir_.session())).empty());
}

INSTANTIATE_TEST_SUITE_P(All, PlantedDirectoryTest,
                         testing::Values("write.1.2", "graph.new.1.2", "graph.1.2", "graph.1.2.old",
                                         "accepted.a.kg.lock.1.2.3", "refused.b.kg.lock.1.2.3", "accepted.x",
                                         "spare-mutex", "unknown"));

TEST_F(LeftoversTest, ALinkedWorkDirectoryIsNotCleared) {
  fs::remove(dir_ / ".artifactd/work");
  dir_.write("elsewhere/precious", "kept");
  fs::create_directory_symlink("../elsewhere", dir_ / ".artifactd/work");
  EXPECT_EQ(test::fault(has_leftovers(dir_.session())), "unsafe");
  EXPECT_EQ(test::fault(clear_leftovers(dir_.claim(), dir_.session(), place_)), "unsafe");
  EXPECT_EQ(dir_.read("elsewhere/precious"), "kept");
}

} // namespace
} // namespace artifactd
