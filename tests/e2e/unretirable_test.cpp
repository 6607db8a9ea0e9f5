// A verdict that cannot be carried out: the signal keeps its name, and attempts are spaced out.
#include "tests/e2e/running_daemon.hpp"

#include <gtest/gtest.h>
#include <map>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Records moves and deletions of names in a directory, and their times.
class Names {
public:
  explicit Names(fs::path const& directory) : fd_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    ::inotify_add_watch(fd_, directory.c_str(), IN_MOVE | IN_DELETE);
  }
  ~Names() { ::close(fd_); }
  Names(Names const&) = delete;
  Names& operator=(Names const&) = delete;

  /// Reads the pending events; returns all events so far.
  std::map<std::string, std::vector<Clock::time_point>> const& read() {
    alignas(inotify_event) char buffer[16 * 1024];
    for (;;) {
      auto const filled = ::read(fd_, buffer, sizeof buffer);
      if (filled <= 0) return seen_;
      for (ssize_t at = 0; at < filled;) {
        auto const* event = reinterpret_cast<inotify_event const*>(buffer + at);
        if (event->len > 0) seen_[event->name].push_back(Clock::now());
        at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      }
    }
  }

private:
  int fd_;
  std::map<std::string, std::vector<Clock::time_point>> seen_;
};

TEST(Unretirable, RefusedWorkIsTriedAgainWithGrowingPausesAndItsSignalNeverMoves) {
  Site site;
  auto session = site.session("s");
  session.artifact("a", "x.json", "{bad");
  fs::create_directory(session / "a.kg.lock.error");
  RunningDaemon daemon(site);
  Names names(session.path());
  session.drop("a");
  std::string const told = "a.retry-instructions.json"; // written at each attempt
  ASSERT_TRUE(eventually([&] { return names.read().contains(told) && names.read().at(told).size() >= 4; }));
  auto const& tries = names.read().at(told);
  // 50, 100 and 200 ms, each up to a quarter shorter.
  EXPECT_GE(tries[3] - tries[0], std::chrono::milliseconds(260));
  EXPECT_FALSE(names.read().contains("a.kg.lock"));
  EXPECT_TRUE(session.pending("a"));
  EXPECT_TRUE(site.status_text().contains("mv -nT -- " + (session / "a.kg.lock.error").string()))
      << site.status_text();
  EXPECT_EQ(site.json({"explain", "s", "a"})["attempts"], 0) << "it is not refused yet";
  fs::remove(session / "a.kg.lock.error");
  EXPECT_TRUE(eventually([&] { return session.refused("a"); }));
  EXPECT_EQ(session.instructions("a")["attempt"], 1);
  EXPECT_EQ(site.json({"explain", "s", "a"})["attempts"], 1);
}

} // namespace
} // namespace artifactd::test
