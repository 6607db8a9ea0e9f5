#include "state/platform/own_file.hpp"
#include "tests/support/session_dir.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;

class OwnFileTest : public testing::Test {
protected:
  OwnFileTest() { dir_.write("f", "text"); }
  [[nodiscard]] UniqueFd open() const {
    return must(open_beneath(dir_.session().directory(), "f", O_RDWR | O_NONBLOCK));
  }
  [[nodiscard]] bool is_own(UniqueFd const& file) const {
    return is_own_file(file.get(), dir_.session().directory(), "f");
  }
  test::SessionDir dir_;
};

TEST_F(OwnFileTest, IsRegularAndHasOneName) {
  EXPECT_TRUE(is_own(open()));
}

TEST_F(OwnFileTest, WithASecondNameIsNone) {
  fs::create_hard_link(dir_ / "f", dir_ / "g");
  EXPECT_FALSE(is_own(open()));
}

TEST_F(OwnFileTest, ThatLostThisNameIsNone) {
  fs::create_hard_link(dir_ / "f", dir_ / "outside");
  auto file = open();
  fs::remove(dir_ / "f");
  EXPECT_FALSE(is_own(file));
}

TEST_F(OwnFileTest, ThatGotItsNameBackAfterLosingAnotherIsNone) {
  fs::create_hard_link(dir_ / "f", dir_ / "outside");
  auto file = open();
  fs::remove(dir_ / "f");
  fs::create_hard_link(dir_ / "outside", dir_ / "f");
  fs::remove(dir_ / "outside"); // only this name again, but possibly not the whole time
  EXPECT_FALSE(is_own(file));
}

TEST_F(OwnFileTest, ThatWasMovedIsNone) {
  auto file = open();
  fs::rename(dir_ / "f", dir_ / "g");
  EXPECT_FALSE(is_own(file));
}

TEST_F(OwnFileTest, OfAnotherUserIsNone) {
  if (::geteuid() != 0) GTEST_SKIP() << "giving a file away needs root";
  ASSERT_EQ(::chown((dir_ / "f").c_str(), 4242, 4242), 0);
  EXPECT_FALSE(is_own(open()));
}

TEST(OwnDirectory, IsMadePrivate) {
  test::SessionDir dir;
  must(make_own_directory(dir.session().directory(), "d"));
  EXPECT_EQ(dir.stamp("d").mode & 0777, 0700U);
}

TEST(OwnDirectory, IsNotOneThatWasThere) {
  test::SessionDir dir;
  fs::create_directory(dir / "d");
  auto made = make_own_directory(dir.session().directory(), "d");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, EEXIST);
}

} // namespace
} // namespace artifactd
