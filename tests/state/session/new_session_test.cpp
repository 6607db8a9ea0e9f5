#include "state/session/new_session.hpp"
#include "tests/support/session_dir.hpp"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {
namespace {

using test::fault;
using test::must;

class NewSessionTest : public testing::Test {
protected:
  NewSessionTest() { ::chmod(root_.path().c_str(), 02770); }
  [[nodiscard]] std::string path() const { return (root_ / "s").string(); }

  test::ScratchDir root_;
};

TEST_F(NewSessionTest, SharesADirectoryWithItsGroup) {
  must(make_session_directory(path()));
  struct stat made{};
  ASSERT_EQ(::stat(path().c_str(), &made), 0);
  EXPECT_EQ(made.st_mode & 07777, 02770U);
}

/// A daemon that finds it with mode 0700 may not enter it, and looks again only seconds later.
TEST_F(NewSessionTest, AppearsWithItsFinalMode) {
  UniqueFd const watch(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  ASSERT_GE(::inotify_add_watch(watch.get(), root_.path().c_str(), IN_CREATE | IN_MOVED_TO | IN_ATTRIB), 0);
  must(make_session_directory(path()));
  alignas(inotify_event) std::array<char, 4096> events{};
  auto const size = ::read(watch.get(), events.data(), events.size());
  std::uint32_t seen = 0;
  for (std::ptrdiff_t at = 0; at < size;) {
    inotify_event event{};
    std::memcpy(&event, events.data() + at, sizeof event);
    if (std::string_view(events.data() + at + sizeof event) == "s") seen |= event.mask;
    at += static_cast<std::ptrdiff_t>(sizeof event + event.len);
  }
  EXPECT_EQ(seen, IN_MOVED_TO | IN_ISDIR);
}

TEST_F(NewSessionTest, MayHaveTheLongestName) {
  auto const longest = std::string(255, 's');
  must(make_session_directory((root_ / longest).string()));
  EXPECT_TRUE(std::filesystem::is_directory(root_ / longest));
}

TEST_F(NewSessionTest, DoesNotTakeANameThatExists) {
  must(make_session_directory(path()));
  EXPECT_EQ(fault(make_session_directory(path())), "exists");
  EXPECT_EQ(fault(make_session_directory((root_ / "nowhere/s").string())), "missing");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(root_.path()), {}), 1);
}

} // namespace
} // namespace artifactd
