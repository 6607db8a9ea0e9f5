#include "state/session/session_layout.hpp"
#include "state/settle/values.hpp"
#include "tests/support/session_dir.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

class ValuesTest : public testing::Test {
protected:
  void keep(std::uint64_t number, std::string_view value, std::size_t values = 3) {
    must(keep_value(dir_.session(), agent_, number, value, values));
  }
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::string>> kept() const {
    return dir_.kept_values("a");
  }

  test::SessionDir dir_;
  Name agent_ = test::name("a");
  std::string const file_ = ".artifactd/values/a.log";
};

TEST_F(ValuesTest, AreKeptByTheGenerationTheyWereIn) {
  EXPECT_THAT(kept(), IsEmpty());
  keep(4, "{\"x\": 1}");
  keep(7, "{\n\"x\": 2\n}");
  EXPECT_THAT(kept(), ElementsAre(Pair(4, "{\"x\": 1}"), Pair(7, "{\n\"x\": 2\n}")));
  EXPECT_GT(must(list_values(dir_.session(), agent_))[1].kept_ns, 0);
}

TEST_F(ValuesTest, OfAnyLengthAreReadAsTheyWereKept) {
  for (std::size_t length = 1; length < 100; ++length) {
    keep(length, std::string(length, 'x'), 100);
    keep(length + 100, std::string(length, 'y'), 100);
    auto const listed = must(list_values(dir_.session(), agent_));
    EXPECT_EQ(must(read_value(dir_.session(), agent_, listed[listed.size() - 2], 1000)),
              std::string(length, 'x'));
  }
}

TEST_F(ValuesTest, EmptySaysThatThereWasNone) {
  keep(1, "");
  EXPECT_THAT(kept(), ElementsAre(Pair(1, "")));
}

TEST_F(ValuesTest, OnlyDistinctOnesAreKept) {
  keep(1, "1");
  keep(2, "1");
  keep(3, "2");
  keep(4, "2");
  keep(5, "1");
  EXPECT_THAT(kept(), ElementsAre(Pair(1, "1"), Pair(3, "2"), Pair(5, "1")));
}

TEST_F(ValuesTest, TheOldestGoButTwoAreAlwaysKept) {
  for (std::size_t const bound : {3, 0}) {
    for (std::uint64_t i = 1; i <= 100; ++i) {
      keep(i, std::to_string(i), bound);
      auto values = kept();
      auto least = std::min<std::size_t>(i, std::max<std::size_t>(2, bound));
      ASSERT_GE(values.size(), least);
      ASSERT_LE(values.size(), 13U);
      for (std::size_t k = 0; k < least; ++k)
        ASSERT_EQ(values[values.size() - 1 - k].second, std::to_string(i - k));
    }
    fs::remove(dir_ / file_);
  }
}

TEST_F(ValuesTest, AreOfOneAgent) {
  keep(1, "1");
  EXPECT_THAT(dir_.kept_values("b"), IsEmpty());
}

TEST_F(ValuesTest, AreNotReadBeyondTheLimit) {
  keep(1, std::string(1001, ' '));
  auto value = must(list_values(dir_.session(), agent_)).at(0);
  EXPECT_EQ(fault(read_value(dir_.session(), agent_, value, 1000)), "too_large");
}

TEST_F(ValuesTest, AreNotReadWhereAnotherOneIsNow) {
  for (std::uint64_t i = 1; i <= 12; ++i)
    keep(i, std::to_string(i * 10)); // the file is full: the next one replaces it with a shorter one
  auto const listed = must(list_values(dir_.session(), agent_));
  keep(13, "13");
  EXPECT_EQ(fault(read_value(dir_.session(), agent_, listed.front(), 1000)), "changed");
}

class HalfRecord : public ValuesTest, public testing::WithParamInterface<std::string> {};

TEST_P(HalfRecord, IsWrittenOver) {
  keep(1, "one");
  dir_.write(file_, dir_.read(file_) + GetParam());
  EXPECT_THAT(kept(), ElementsAre(Pair(1, "one")));
  keep(2, "two");
  EXPECT_THAT(kept(), ElementsAre(Pair(1, "one"), Pair(2, "two")));
  keep(3, "three");
  EXPECT_EQ(kept().size(), 3U);
}
INSTANTIATE_TEST_SUITE_P(tails, HalfRecord,
                         testing::Values("2", "2 3", "2 3 1\n", "2 3 1\ntw", "2 3 1\ntwo", "2 3 1\ntwoX",
                                         "2 99 1\ntwo\n", "2 18446744073709551615 1\ntwo\n", "2 -3 1\ntwo\n",
                                         "two 3 1\ntwo\n", "02 3 1\ntwo\n", std::string(100, '\0'),
                                         std::string(100, '7')));

TEST_F(ValuesTest, ALinkInTheirPlaceIsNeitherReadNorWritten) {
  fs::create_directories(dir_ / ".artifactd/values");
  dir_.write("precious", "1 4 1\nkept\n");
  fs::create_symlink("../../precious", dir_ / file_);
  EXPECT_EQ(fault(list_values(dir_.session(), agent_)), "unsafe");
  keep(1, "new");
  EXPECT_EQ(dir_.read("precious"), "1 4 1\nkept\n");
  EXPECT_THAT(kept(), ElementsAre(Pair(1, "new")));
}

TEST_F(ValuesTest, ASecondNameOfAnotherFileIsNotWrittenThrough) {
  fs::create_directories(dir_ / ".artifactd/values");
  dir_.write("precious", "kept");
  fs::create_hard_link(dir_ / "precious", dir_ / file_);
  EXPECT_EQ(fault(list_values(dir_.session(), agent_)), "unsafe");
  keep(1, "new");
  EXPECT_EQ(dir_.read("precious"), "kept");
}

TEST_F(ValuesTest, AFileOfAnotherUserIsReadAndReplacedAndNotWrittenTo) {
  if (::geteuid() != 0) GTEST_SKIP() << "giving a file away needs root";
  keep(1, "one");
  auto const theirs = dir_.stamp(file_);
  ASSERT_EQ(::chown((dir_ / file_).c_str(), 4242, 4242), 0);
  UniqueFd const file(::open((dir_ / file_).c_str(), O_RDONLY | O_CLOEXEC));
  keep(2, "two");
  EXPECT_THAT(kept(), ElementsAre(Pair(1, "one"), Pair(2, "two")));
  EXPECT_FALSE(same_file(dir_.stamp(file_), theirs));
  EXPECT_EQ(must(stamp_of(file.get())).size, theirs.size);
}

TEST_F(ValuesTest, APipeInTheirPlaceHoldsNobodyUp) {
  fs::create_directories(dir_ / ".artifactd/values");
  ASSERT_EQ(::mkfifo((dir_ / file_).c_str(), 0600), 0);
  EXPECT_EQ(fault(list_values(dir_.session(), agent_)), "unsafe");
  keep(1, "new");
  EXPECT_THAT(kept(), ElementsAre(Pair(1, "new")));
}

} // namespace
} // namespace artifactd
