#include "state/platform/fd.hpp"
#include "tests/support/session_dir.hpp"

#include <algorithm>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;

bool is_open(int fd) {
  return ::fcntl(fd, F_GETFD) >= 0;
}

TEST(UniqueFd, ClosesWhatItOwnsOnce) {
  int raw = ::dup(0);
  {
    UniqueFd first(raw);
    UniqueFd second(std::move(first));
    EXPECT_FALSE(first); // NOLINT(bugprone-use-after-move): the moved-from state is what is tested
    EXPECT_EQ(second.get(), raw);
    EXPECT_TRUE(is_open(raw));
    second.reset();
    EXPECT_FALSE(is_open(raw));
    EXPECT_FALSE(second);
  }
}

class FdTest : public testing::Test {
protected:
  [[nodiscard]] Result<UniqueFd> open(std::string const& path) const {
    return open_beneath(dir_.session().directory(), path, O_RDONLY | O_NONBLOCK);
  }
  test::SessionDir dir_;
};

TEST_F(FdTest, OpensWhatIsBeneathAndNeverLeaksOverExec) {
  dir_.write("a/b.txt", "text");
  auto file = must(open("a/b.txt"));
  EXPECT_NE(::fcntl(file.get(), F_GETFD) & FD_CLOEXEC, 0);
  auto directory = must(open_directory(dir_.session().directory(), "a"));
  EXPECT_NE(::fcntl(directory.get(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST_F(FdTest, NeverFollowsASymlinkAtAnyPlaceOfThePath) {
  dir_.write("real/file.txt", "text");
  fs::create_directory_symlink("real", dir_ / "link");
  fs::create_symlink("file.txt", dir_ / "real/alias.txt");
  fs::create_symlink("/etc/passwd", dir_ / "outside");
  EXPECT_EQ(fault(open("link/file.txt")), "unsafe");
  EXPECT_EQ(fault(open("real/alias.txt")), "unsafe");
  EXPECT_EQ(fault(open("outside")), "unsafe");
  EXPECT_EQ(fault(open_directory(dir_.session().directory(), "link")), "unsafe");
}

TEST_F(FdTest, NeverLeavesTheDirectory) {
  dir_.write("inside/x", "");
  dir_.write("x", "");
  auto inside = must(open_directory(dir_.session().directory(), "inside"));
  EXPECT_EQ(fault(open_beneath(inside.get(), "../x", O_RDONLY)), "unsafe");
  EXPECT_EQ(fault(open_beneath(inside.get(), "/etc/passwd", O_RDONLY)), "unsafe");
  EXPECT_EQ(fault(open_directory(inside.get(), "..")), "unsafe");
}

TEST_F(FdTest, NeverCrossesIntoAnotherMount) {
  fs::create_directory(dir_ / "mounted");
  auto child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) { // its own mount namespace: nothing stays mounted in any case
    if (::unshare(CLONE_NEWNS) < 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) < 0 ||
        ::mount("tmpfs", (dir_ / "mounted").c_str(), "tmpfs", 0, nullptr) < 0)
      ::_exit(2);
    auto here = must(open_trusted_directory(dir_.path().string())); // as seen in that namespace
    ::_exit(fault(open_directory(here.get(), "mounted")) == "unsafe" ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 2) GTEST_SKIP() << "mounting needs root";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(FdTest, DoesNotBlockOnAPipe) {
  ASSERT_EQ(::mkfifo((dir_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(fault(open("pipe")), "none");
}

TEST_F(FdTest, SaysWhatIsMissing) {
  dir_.write("file", "");
  EXPECT_EQ(fault(open("nothing")), "missing");
  EXPECT_EQ(fault(open_directory(dir_.session().directory(), "file")), "missing");
  EXPECT_EQ(fault(open_trusted_directory((dir_ / "nothing").string())), "missing");
}

TEST_F(FdTest, FollowsLinksOnlyWhereAPersonNamedThem) {
  fs::create_directory(dir_ / "real");
  fs::create_directory_symlink("real", dir_ / "latest");
  auto opened = must(open_trusted_directory((dir_ / "latest").string()));
  EXPECT_EQ(path_of(opened.get()), fs::canonical(dir_ / "real").string());
}

TEST_F(FdTest, ListsEveryNameOnce) {
  std::vector<std::string> expected;
  for (int i = 0; i < 2000; ++i) // more than a single getdents call returns
    expected.push_back("a-rather-long-name-" + std::to_string(i)), dir_.write("d/" + expected.back(), "");
  dir_.write("d/.hidden", "");
  expected.emplace_back(".hidden");
  auto directory = dir_.open("d");
  for (int repeat = 0; repeat < 2; ++repeat) { // each listing starts at the beginning
    auto names = must(list_directory(directory.get(), 10'000));
    EXPECT_THAT(names, testing::UnorderedElementsAreArray(expected));
  }
}

TEST_F(FdTest, RefusesALongerListThanAskedFor) {
  for (auto const* name : {"d/1", "d/2", "d/3"})
    dir_.write(name, "");
  EXPECT_EQ(must(list_directory(dir_.open("d").get(), 3)).size(), 3U);
  EXPECT_EQ(fault(list_directory(dir_.open("d").get(), 2)), "too_large");
}

TEST_F(FdTest, AnErrorWhileListingIsNoShortList) {
  dir_.write("file", "");
  auto file = must(open("file"));
  EXPECT_FALSE(list_directory(file.get(), 10));
  EXPECT_FALSE(list_directory(-1, 10));
}

TEST(SplitPath, GivesADirectoryThatCanBeOpenedAndAName) {
  auto const split = [](std::string const& path) {
    auto const [parent, name] = split_path(path);
    return std::pair(parent, name);
  };
  EXPECT_EQ(split("a"), std::pair(std::string("."), std::string("a")));
  EXPECT_EQ(split("a/b/c"), std::pair(std::string("a/b"), std::string("c")));
}

} // namespace
} // namespace artifactd
