#include "state/platform/stamp.hpp"
#include "tests/support/session_dir.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;

class StampTest : public testing::Test {
protected:
  void set_modified(std::string_view file, timespec when) const {
    std::array<timespec, 2> times = {timespec{0, UTIME_OMIT}, when};
    ASSERT_EQ(::utimensat(AT_FDCWD, (dir_ / file).c_str(), times.data(), 0), 0);
  }
  test::SessionDir dir_;
};

TEST_F(StampTest, DescribesTheFile) {
  dir_.write("f", "12345");
  fs::permissions(dir_ / "f", fs::perms(0640));
  fs::create_hard_link(dir_ / "f", dir_ / "g");
  set_modified("f", {1'000'000'000, 7});
  auto stamp = dir_.stamp("f");
  EXPECT_EQ(stamp.size, 5U);
  EXPECT_EQ(stamp.links, 2U);
  EXPECT_EQ(stamp.mode, S_IFREG | 0640U);
  EXPECT_EQ(stamp.modified_ns, 1'000'000'000'000'000'007);
  EXPECT_EQ(stamp.owner, ::geteuid());
  auto file = test::must(open_beneath(dir_.session().directory(), "f", O_RDONLY));
  EXPECT_EQ(test::must(stamp_of(file.get())), stamp);
}

TEST_F(StampTest, IsOfTheNameItselfNotOfWhatALinkPointsTo) {
  dir_.write("f", "12345");
  fs::create_symlink("f", dir_ / "link");
  EXPECT_TRUE(S_ISLNK(dir_.stamp("link").mode));
  fs::create_symlink("nowhere", dir_ / "dangling");
  EXPECT_TRUE(S_ISLNK(dir_.stamp("dangling").mode));
}

TEST_F(StampTest, AMissingNameIsMissing) {
  EXPECT_EQ(test::fault(stamp_at(dir_.session().directory(), "nothing")), "missing");
}

TEST_F(StampTest, ARenameKeepsFileAndContentButIsATouch) {
  dir_.write("f", "12345");
  auto before = dir_.stamp("f");
  auto renamed = before;
  while (renamed.changed_ns == before.changed_ns) { // until the file system's clock has ticked
    fs::rename(dir_ / "f", dir_ / "g");
    fs::rename(dir_ / "g", dir_ / "f");
    renamed = dir_.stamp("f");
  }
  EXPECT_TRUE(same_file(before, renamed));
  EXPECT_TRUE(same_content(before, renamed));
  EXPECT_FALSE(untouched(before, renamed));
  EXPECT_TRUE(untouched(renamed, dir_.stamp("f")));
}

TEST_F(StampTest, ARestoredTimeDoesNotHideARewrite) {
  dir_.write("f", "12345");
  set_modified("f", {1'000'000'000, 0});
  auto before = dir_.stamp("f");
  auto after = before;
  while (after.changed_ns == before.changed_ns) {
    dir_.write("f", "54321");
    set_modified("f", {1'000'000'000, 0});
    after = dir_.stamp("f");
  }
  EXPECT_TRUE(same_content(before, after));
  EXPECT_FALSE(untouched(before, after));
}

TEST_F(StampTest, AnotherSizeOrTimeIsOtherContent) {
  dir_.write("f", "12345");
  set_modified("f", {1'000'000'000, 0});
  auto before = dir_.stamp("f");
  set_modified("f", {1'000'000'000, 1});
  EXPECT_FALSE(same_content(before, dir_.stamp("f")));
  dir_.write("f", "123456");
  set_modified("f", {1'000'000'000, 0});
  EXPECT_TRUE(same_file(before, dir_.stamp("f")));
  EXPECT_FALSE(same_content(before, dir_.stamp("f")));
}

TEST_F(StampTest, AnotherFileThatReusesTheInodeIsAnotherFile) {
  dir_.write("f", "");
  auto first = dir_.stamp("f");
  if (first.birth_ns == 0) GTEST_SKIP() << "this file system keeps no birth times";
  auto again = first;
  do { // until the file system's clock has ticked
    fs::remove(dir_ / "f");
    dir_.write("f", "");
    again = dir_.stamp("f");
  } while (again.birth_ns == first.birth_ns);
  again.modified_ns = first.modified_ns;
  EXPECT_FALSE(same_file(first, again));
}

TEST_F(StampTest, ATimeFarOutsideSaturates) {
  dir_.write("f", "");
  set_modified("f", {-9'000'000'000'000, 0});
  EXPECT_LT(dir_.stamp("f").modified_ns, 0);
}

} // namespace
} // namespace artifactd
