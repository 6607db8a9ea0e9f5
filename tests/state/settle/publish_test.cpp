#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/publish.hpp"
#include "tests/support/last_instant.hpp"
#include "tests/support/session_dir.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;

constexpr auto graph = "knowledge-graph.json";

class PublishTest : public testing::Test {
protected:
  PublishTest() : place_{dir_.open("."), graph, graph, "graph"} {}

  Result<Swap> publish_text(std::optional<Stamp> const& base, std::vector<std::string_view> const& pieces) {
    return publish(dir_.session(), place_, base, pieces);
  }
  [[nodiscard]] std::vector<std::string> in_flight() const { return dir_.names(".artifactd/work"); }
  [[nodiscard]] std::string swapped_out(Swap const& swap) const {
    return dir_.read(".artifactd/work/" + swap.old_name);
  }

  test::SessionDir dir_;
  Place place_;
};

TEST_F(PublishTest, TheFirstVersionNeedsNoBase) {
  auto swap = must(publish_text(std::nullopt, {"{}"}));
  EXPECT_EQ(swap.outcome, SwapOutcome::clean);
  EXPECT_EQ(swap.old_name, "");
  EXPECT_EQ(dir_.read(graph), "{}");
  EXPECT_TRUE(in_flight().empty());
}

TEST_F(PublishTest, TheFirstVersionNeverReplacesOneThatCameMeanwhile) {
  dir_.write(graph, "theirs");
  auto swap = must(publish_text(std::nullopt, {"{}"}));
  EXPECT_EQ(swap.outcome, SwapOutcome::base_moved);
  EXPECT_EQ(dir_.read(graph), "theirs");
  EXPECT_TRUE(in_flight().empty());
}

TEST_F(PublishTest, PutsTheNewOneInPlaceAndTheOldOneAside) {
  dir_.write(graph, "old");
  auto base = dir_.stamp(graph);
  auto swap = must(publish_text(base, {"n", "", "ew"}));
  EXPECT_EQ(swap.outcome, SwapOutcome::clean);
  EXPECT_TRUE(swap.exchanged);
  EXPECT_EQ(dir_.read(graph), "new");
  EXPECT_EQ(swap.now, dir_.stamp(graph));
  EXPECT_EQ(swapped_out(swap), "old");
  auto inodes = parse_swap_name("graph", swap.old_name);
  ASSERT_TRUE(inodes);
  EXPECT_EQ(inodes->base, base.inode);
  EXPECT_EQ(inodes->own, swap.now.inode);
}

TEST_F(PublishTest, WritesAnyNumberOfPieces) {
  dir_.write(graph, "old");
  std::vector<std::string> texts;
  std::string whole;
  for (std::size_t i = 0; i < 1000; ++i) {
    texts.push_back(std::string(i % 300, static_cast<char>('a' + i % 26)));
    whole += texts.back();
  }
  must(publish_text(dir_.stamp(graph), {texts.begin(), texts.end()}));
  EXPECT_EQ(dir_.read(graph), whole);
  must(publish_text(dir_.stamp(graph), {}));
  EXPECT_EQ(dir_.read(graph), "");
}

TEST_F(PublishTest, NoticesABaseThatIsNotAsRead) {
  dir_.write(graph, "old");
  auto base = dir_.stamp(graph);
  dir_.write(graph, "older");
  EXPECT_EQ(must(publish_text(base, {"new"})).outcome, SwapOutcome::base_moved);
  EXPECT_EQ(dir_.read(graph), "older");
  fs::remove(dir_ / graph);
  EXPECT_EQ(must(publish_text(base, {"new"})).outcome, SwapOutcome::base_moved);
  EXPECT_FALSE(dir_.exists(graph));
  EXPECT_TRUE(in_flight().empty());
}

TEST_F(PublishTest, BringsOutAVersionThatWasRenamedIntoPlaceInTheLastInstant) {
  dir_.write(graph, "old");
  auto base = dir_.stamp(graph);
  test::BeforeRename rival(test::once_before_exchange([&] {
    dir_.write("tmp", "theirs");
    fs::rename(dir_ / "tmp", dir_ / graph);
  }));
  auto swap = must(publish_text(base, {"new"}));
  EXPECT_EQ(swap.outcome, SwapOutcome::foreign);
  EXPECT_EQ(dir_.read(graph), "new");
  EXPECT_EQ(swapped_out(swap), "theirs");
}

TEST_F(PublishTest, NoticesAWriterInPlaceInTheLastInstant) {
  dir_.write(graph, "old");
  auto base = dir_.stamp(graph);
  test::BeforeRename rival(test::once_before_exchange([&] { dir_.write(graph, "old, and more"); }));
  auto swap = must(publish_text(base, {"new"}));
  EXPECT_EQ(swap.outcome, SwapOutcome::rewritten);
  EXPECT_EQ(swapped_out(swap), "old, and more");
}

TEST_F(PublishTest, NoticesThatItVanishedInTheLastInstant) {
  dir_.write(graph, "old");
  auto base = dir_.stamp(graph);
  test::BeforeRename rival(test::once_before_exchange([&] { fs::remove(dir_ / graph); }));
  EXPECT_EQ(must(publish_text(base, {"new"})).outcome, SwapOutcome::base_moved);
  EXPECT_FALSE(dir_.exists(graph));
  EXPECT_TRUE(in_flight().empty());
}

class PublishOverTest : public PublishTest, public testing::WithParamInterface<fs::file_type> {};

TEST_P(PublishOverTest, GivesBackWhatIsNoRegularFile) {
  dir_.write(graph, "old");
  auto base = dir_.stamp(graph);
  test::BeforeRename rival(test::once_before_exchange([&] {
    fs::remove(dir_ / graph);
    if (GetParam() == fs::file_type::directory)
      dir_.write("knowledge-graph.json/inside", "kept");
    else
      fs::create_symlink("elsewhere", dir_ / graph);
  }));
  EXPECT_EQ(fault(publish_text(base, {"new"})), "unsafe");
  EXPECT_EQ(fs::symlink_status(dir_ / graph).type(), GetParam());
  EXPECT_TRUE(in_flight().empty());
}

TEST_F(PublishTest, GivingBackDeletesNoVersionThatReplacedItsOwn) {
  dir_.write(graph, "old");
  int exchanges = 0;
  test::BeforeRename rivals([&](test::RenameCall const& call) {
    if (call.flags != RENAME_EXCHANGE) return 0;
    if (++exchanges == 1)
      fs::create_symlink("elsewhere", dir_ / "tmp");
    else
      dir_.write("tmp", "third");
    fs::rename(dir_ / "tmp", dir_ / graph);
    return 0;
  });
  EXPECT_EQ(fault(publish_text(dir_.stamp(graph), {"new"})), "unsafe");
  EXPECT_TRUE(fs::is_symlink(dir_ / graph));
  ASSERT_EQ(in_flight().size(), 1U);
  EXPECT_EQ(dir_.read(".artifactd/work/" + in_flight()[0]), "third") << "for recovery to unite";
}

INSTANTIATE_TEST_SUITE_P(All, PublishOverTest,
                         testing::Values(fs::file_type::directory, fs::file_type::symlink));

TEST_F(PublishTest, DoesWithoutExchangeWhereThereIsNone) {
  dir_.write(graph, "old");
  auto base = dir_.stamp(graph);
  test::BeforeRename vfat(
      [](test::RenameCall const& call) { return (call.flags & RENAME_EXCHANGE) != 0 ? EINVAL : 0; });
  auto swap = must(publish_text(base, {"new"}));
  EXPECT_EQ(swap.outcome, SwapOutcome::clean);
  EXPECT_FALSE(swap.exchanged);
  EXPECT_EQ(dir_.read(graph), "new");
  EXPECT_EQ(swapped_out(swap), "old");
  EXPECT_EQ(in_flight(), std::vector{swap.old_name});
  EXPECT_EQ(dir_.stamp(graph).links, 1U);
}

TEST_F(PublishTest, AFailureLeavesEverythingAsItWas) {
  dir_.write(graph, "old");
  auto base = dir_.stamp(graph);
  for (int code : {EIO, EACCES, ENOSPC}) {
    test::BeforeRename broken([code](test::RenameCall const&) { return code; });
    EXPECT_NE(fault(publish_text(base, {"new"})), "none");
  }
  EXPECT_EQ(dir_.stamp(graph), base);
  EXPECT_TRUE(in_flight().empty());
}

class SpareTest : public PublishTest {
protected:
  SpareTest() {
    dir_.write(graph, "old");
    dir_.write("spare", "something longer than what comes");
  }
  Swap publish_over_spare(std::string_view text = "new", std::string const& leaving = "") {
    Spare const spare{dir_.session().directory(), "spare", leaving};
    auto swap = must(publish(dir_.session(), place_, dir_.stamp(graph), std::vector{text}, spare));
    EXPECT_EQ(dir_.read(graph), text);
    EXPECT_EQ(swapped_out(swap), "old");
    EXPECT_EQ(in_flight(), std::vector{swap.old_name});
    return swap;
  }
  /// Whether the new version was written over the spare file.
  bool published_over_spare(std::string_view text = "new") {
    auto inode = dir_.stamp("spare").inode;
    publish_over_spare(text);
    EXPECT_FALSE(fs::exists(dir_ / "spare"));
    return dir_.stamp(graph).inode == inode;
  }
};

TEST_F(SpareTest, IsWrittenOver) {
  EXPECT_TRUE(published_over_spare());
}

TEST_F(SpareTest, IsWrittenOverByWhatIsLonger) {
  EXPECT_TRUE(published_over_spare("something that is longer than what was there"));
}

TEST_F(SpareTest, ThatIsMissingIsMade) {
  fs::remove(dir_ / "spare");
  publish_over_spare();
}

TEST_F(SpareTest, IsFollowedByWhatLeaves) {
  dir_.write("oldest", "of the history");
  publish_over_spare("new", "oldest");
  EXPECT_EQ(dir_.read("spare"), "of the history");
  EXPECT_FALSE(fs::exists(dir_ / "oldest"));
}

TEST_F(SpareTest, IsFollowedOnlyWhenTheNewVersionIsInPlace) {
  dir_.write("oldest", "of the history");
  test::BeforeRename broken(
      [](test::RenameCall const& call) { return call.flags == RENAME_EXCHANGE ? EIO : 0; });
  Spare const spare{dir_.session().directory(), "spare", "oldest"};
  auto failed =
      publish(dir_.session(), place_, dir_.stamp(graph), std::vector<std::string_view>{"new"}, spare);
  EXPECT_FALSE(failed);
  EXPECT_EQ(dir_.read("oldest"), "of the history");
  EXPECT_TRUE(in_flight().empty());
}

TEST_F(SpareTest, IsLeftAloneWhileAnybodyHasItOpen) {
  UniqueFd reader(::open((dir_ / "spare").c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_FALSE(published_over_spare());
  EXPECT_EQ(must(read_whole(reader.get(), "spare", 100)), "something longer than what comes");
}

TEST_F(SpareTest, IsLeftAloneWhileAnybodyHasItMapped) {
  void* mapped = nullptr;
  {
    UniqueFd reader(::open((dir_ / "spare").c_str(), O_RDONLY | O_CLOEXEC));
    mapped = ::mmap(nullptr, 32, PROT_READ, MAP_SHARED, reader.get(), 0);
  }
  ASSERT_NE(mapped, MAP_FAILED);
  EXPECT_FALSE(published_over_spare());
  EXPECT_EQ(std::string_view(static_cast<char const*>(mapped), 9), "something");
  ::munmap(mapped, 32);
}

TEST_F(SpareTest, IsLeftAloneUnderAnotherName) {
  fs::create_hard_link(dir_ / "spare", dir_ / "kept");
  EXPECT_FALSE(published_over_spare());
  EXPECT_EQ(dir_.read("kept"), "something longer than what comes");
}

TEST_F(SpareTest, OfAnotherUserIsLeftAlone) {
  if (::geteuid() != 0) GTEST_SKIP() << "giving a file away needs root";
  ASSERT_EQ(::chown((dir_ / "spare").c_str(), 4242, 4242), 0);
  UniqueFd const theirs(::open((dir_ / "spare").c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_FALSE(published_over_spare());
}

TEST_F(SpareTest, IsNeverFollowed) {
  dir_.write("outside", "untouched");
  fs::remove(dir_ / "spare");
  fs::create_symlink(dir_ / "outside", dir_ / "spare"); // anything but a plain file stays
  publish_over_spare();
  EXPECT_EQ(dir_.read("outside"), "untouched");
}

} // namespace
} // namespace artifactd
