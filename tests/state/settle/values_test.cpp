#include "state/session_layout.hpp"
#include "state/settle/generations.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;
using testing::ElementsAre;

class ValuesTest : public testing::Test {
protected:
  void keep(std::uint64_t number, std::string_view value, std::size_t values = 3) {
    must(archive_value(dir_.session(), agent_, number, value, {.values = values}));
  }
  [[nodiscard]] std::vector<std::uint64_t> numbers() const {
    return must(list_values(dir_.session(), agent_));
  }
  [[nodiscard]] Result<std::string> read(std::uint64_t number) const {
    return read_value(dir_.session(), agent_, number, 1000);
  }

  test::SessionDir dir_;
  Name agent_ = test::name("a");
};

TEST_F(ValuesTest, AreKeptByTheGenerationTheyWereIn) {
  EXPECT_TRUE(numbers().empty());
  keep(4, "{\"x\": 1}");
  keep(7, "{\"x\": 2}");
  EXPECT_THAT(numbers(), ElementsAre(4, 7));
  EXPECT_EQ(must(read(4)), "{\"x\": 1}");
  EXPECT_EQ(must(read(7)), "{\"x\": 2}");
  EXPECT_EQ(fault(read(5)), "missing");
  EXPECT_EQ(must(value_stamp(dir_.session(), agent_, 7)).size, 8U);
}

TEST_F(ValuesTest, EmptySaysThatThereWasNone) {
  keep(1, "");
  EXPECT_THAT(numbers(), ElementsAre(1));
  EXPECT_EQ(must(read(1)), "");
}

TEST_F(ValuesTest, OnlyDistinctOnesAreKept) {
  keep(1, "1");
  keep(2, "1");
  keep(3, "2");
  keep(4, "2");
  keep(5, "1");
  EXPECT_THAT(numbers(), ElementsAre(1, 3, 5));
}

TEST_F(ValuesTest, AreBoundedButTwoAreAlwaysKept) {
  for (std::uint64_t i = 1; i <= 5; ++i)
    keep(i, std::to_string(i));
  EXPECT_THAT(numbers(), ElementsAre(3, 4, 5));
  keep(6, "6", 0);
  EXPECT_THAT(numbers(), ElementsAre(5, 6));
}

TEST_F(ValuesTest, AreOfOneAgent) {
  keep(1, "1");
  EXPECT_TRUE(must(list_values(dir_.session(), test::name("b"))).empty());
}

TEST_F(ValuesTest, AreNotReadBeyondTheLimit) {
  keep(1, std::string(1001, ' '));
  EXPECT_EQ(fault(read(1)), "too_large");
}

TEST_F(ValuesTest, ALinkInTheirPlaceIsNeitherReadNorWritten) {
  fs::create_directories(dir_ / ".artifactd/values/a");
  dir_.write("precious", "kept");
  fs::create_symlink("../../../precious", dir_ / ".artifactd/values/a/000001.json");
  EXPECT_EQ(fault(read(1)), "unsafe");
  auto ignored = archive_value(dir_.session(), agent_, 1, "new", {});
  EXPECT_EQ(dir_.read("precious"), "kept");
}

TEST_F(ValuesTest, ASecondNameOfAnotherFileIsNotWrittenThrough) {
  fs::create_directories(dir_ / ".artifactd/values/a");
  dir_.write("precious", "kept");
  fs::create_hard_link(dir_ / "precious", dir_ / ".artifactd/values/a/000001.json");
  keep(1, "new");
  EXPECT_EQ(dir_.read("precious"), "kept");
  EXPECT_EQ(must(read(1)), "new");
}

TEST_F(ValuesTest, APipeInTheirPlaceHoldsNobodyUp) {
  fs::create_directories(dir_ / ".artifactd/values/a");
  ASSERT_EQ(::mkfifo((dir_ / ".artifactd/values/a/000001.json").c_str(), 0600), 0);
  keep(1, "new");
  EXPECT_EQ(must(read(1)), "new");
}

} // namespace
} // namespace artifactd
