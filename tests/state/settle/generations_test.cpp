#include "state/session/session_layout.hpp"
#include "state/settle/generations.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;

std::string const generations_dir = ".artifactd/generations/";

class GenerationsTest : public testing::Test {
protected:
  /// Swaps a version out and keeps it as a generation.
  std::uint64_t keep(std::string_view text, Origin origin = Origin::own) {
    auto work = must(dir_.session().private_directory(layout::work));
    dir_.write(".artifactd/work/graph.1.2", text);
    return must(must(Generations::open(dir_.session())).archive(work.get(), "graph.1.2", origin));
  }
  [[nodiscard]] std::vector<Generation> list() const { return must(list_generations(dir_.session())); }
  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> found;
    for (auto const& each : list())
      found.push_back(dir_.read(generations_dir + each.name));
    return found;
  }
  void prune(std::size_t count, std::uint64_t bytes = 1 << 20) {
    must(must(Generations::open(dir_.session())).prune({.generations = count, .bytes = bytes}));
  }
  static std::vector<Generation> late_writes(Session const& session) {
    return must(must(Generations::open(session)).late_writes());
  }

  test::SessionDir dir_;
};

TEST_F(GenerationsTest, ANumberThatWasMadeUpDoesNotMakeYoungerOnesOld) {
  keep("a");
  dir_.write(generations_dir + "18446744073709551615-own-1-1-2.json", "{}");
  EXPECT_EQ(keep("b"), 2U);
  prune(1);
  EXPECT_EQ(texts(), std::vector<std::string>{"b"});
}

TEST_F(GenerationsTest, AreNumberedInTheirOrder) {
  EXPECT_TRUE(list().empty());
  EXPECT_EQ(keep("a"), 1U);
  EXPECT_EQ(keep("bb", Origin::foreign), 2U);
  EXPECT_EQ(keep("ccc", Origin::replaced), 3U);
  auto kept = list();
  ASSERT_EQ(kept.size(), 3U);
  EXPECT_EQ(kept[0].origin, Origin::own);
  EXPECT_EQ(kept[1].origin, Origin::foreign);
  EXPECT_EQ(kept[2].origin, Origin::replaced);
  EXPECT_EQ(kept[2].number, 3U);
  EXPECT_EQ(kept[2].size, 3U);
  EXPECT_THAT(texts(), testing::ElementsAre("a", "bb", "ccc"));
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

TEST_F(GenerationsTest, AreNeverNumberedTwice) {
  keep("a");
  keep("b");
  prune(1);
  EXPECT_EQ(keep("c"), 3U);
}

TEST_F(GenerationsTest, AreBoundedInNumberOldestFirst) {
  for (auto const* text : {"a", "b", "c", "d"})
    keep(text);
  prune(4);
  EXPECT_EQ(list().size(), 4U);
  prune(2);
  EXPECT_THAT(texts(), testing::ElementsAre("c", "d"));
}

TEST_F(GenerationsTest, TheOldestLeavesForTheNextVersionOnceThereAreEnough) {
  auto spare = [&](std::size_t bound) {
    auto found = must(Generations::open(dir_.session())).spare({.generations = bound});
    return found ? found->name + " <- " + found->leaving : "none";
  };
  keep("a");
  EXPECT_EQ(spare(1), "none"); // the newest is always kept
  keep("b");
  EXPECT_EQ(spare(3), "none");
  EXPECT_EQ(spare(2), "recycled <- " + list()[0].name);
  dir_.write(generations_dir + "recycled", "no generation any more");
  EXPECT_EQ(spare(3), "recycled <- ");
  EXPECT_THAT(texts(), testing::ElementsAre("a", "b"));
}

TEST_F(GenerationsTest, AreBoundedInBytesButTheNewestStays) {
  for (char each : {'a', 'b', 'c'})
    keep(std::string(100, each));
  prune(10, 200);
  EXPECT_THAT(texts(), testing::ElementsAre(std::string(100, 'b'), std::string(100, 'c')));
  prune(10, 10);
  EXPECT_THAT(texts(), testing::ElementsAre(std::string(100, 'c')));
  prune(0, 0);
  EXPECT_EQ(list().size(), 1U);
}

TEST_F(GenerationsTest, OthersNamesAreLeftAlone) {
  keep("a");
  for (auto const* name : {"README", "1-own.json", "000009-other-1-2-3.json", "000009-own-1-2-3.json.bak",
                           "x-own-1-2-3.json", "99999999999999999999-own-1-2-3.json"})
    dir_.write(generations_dir + name, "theirs");
  EXPECT_EQ(list().size(), 1U);
  EXPECT_EQ(keep("b"), 2U);
  prune(1);
  EXPECT_EQ(dir_.names(generations_dir).size(), 7U);
}

TEST_F(GenerationsTest, ADirectoryNamedLikeOneIsInNobodysWay) {
  dir_.write(generations_dir + "000001-own-1-1-1.json/inside", "");
  keep("a");
  keep("b");
  prune(1);
  EXPECT_EQ(dir_.names(generations_dir).size(), 2U); // the directory, and the newest
  EXPECT_EQ(dir_.read(generations_dir + list().back().name), "b");
}

TEST_F(GenerationsTest, NoticeAWriterWhoCameLateOnce) {
  keep("first");
  keep("second");
  EXPECT_TRUE(late_writes(dir_.session()).empty());
  dir_.write(generations_dir + list()[1].name, "second, and more");
  auto late = late_writes(dir_.session());
  ASSERT_EQ(late.size(), 1U);
  EXPECT_EQ(late[0].number, 2U);
  EXPECT_EQ(late[0].origin, Origin::foreign);
  EXPECT_EQ(list()[1].origin, Origin::foreign);
  EXPECT_THAT(texts(), testing::ElementsAre("first", "second, and more"));
  EXPECT_TRUE(late_writes(dir_.session()).empty());
}

TEST_F(GenerationsTest, OfACopiedSessionWereNotWrittenLate) {
  keep("first");
  test::SessionDir copy;
  // With new inodes and new times.
  fs::copy(dir_ / ".artifactd", copy / ".artifactd", fs::copy_options::recursive);
  EXPECT_TRUE(late_writes(copy.session()).empty());
  EXPECT_EQ(must(list_generations(copy.session())).size(), 1U);
}

TEST(OriginWord, IsTheOneInTheNames) {
  EXPECT_EQ(origin_word(Origin::own), "own");
  EXPECT_EQ(origin_word(Origin::foreign), "foreign");
  EXPECT_EQ(origin_word(Origin::replaced), "replaced");
}

} // namespace
} // namespace artifactd
