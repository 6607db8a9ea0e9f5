#include "state/settle/graph_lock.hpp"
#include "tests/support/session_dir.hpp"

#include <fcntl.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::fault;
using test::must;
using LockHow = OtherLock::How;

constexpr auto mutex_name = ".kg-merge.lock";

class OtherLocksTest : public testing::Test {
protected:
  Result<GraphLock> take(std::vector<OtherLock> const& locks, Duration stale_after = 24h) {
    return GraphLock::take(dir_.claim(), dir_.session(), watch_, {stale_after, locks});
  }
  [[nodiscard]] UniqueFd lock_file() const {
    return UniqueFd(::open((dir_ / "l.lock").c_str(), O_RDONLY | O_CLOEXEC));
  }
  /// Checks that nothing of ours is left, and that both locks can be taken.
  void expect_free(OtherLock const& lock) {
    EXPECT_FALSE(dir_.exists(mutex_name));
    EXPECT_EQ(dir_.names(".artifactd"), (std::vector<std::string>{"mutex", "work"}));
    EXPECT_TRUE(dir_.names(".artifactd/work").empty());
    EXPECT_EQ(fault(take({lock})), "none");
  }

  test::SessionDir dir_;
  StaleWatch watch_;
};

TEST_F(OtherLocksTest, AreHeldAsTheirToolsHoldThem) {
  {
    auto held = must(
        take({{"d.lock", LockHow::make_directory}, {"f.lock", LockHow::create}, {"l.lock", LockHow::flock}}));
    EXPECT_NE(::mkdir((dir_ / "d.lock").c_str(), 0777), 0);
    EXPECT_LT(::open((dir_ / "f.lock").c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600), 0);
    EXPECT_NE(::flock(lock_file().get(), LOCK_EX | LOCK_NB), 0);
  }
  EXPECT_FALSE(dir_.exists("d.lock"));
  EXPECT_FALSE(dir_.exists("f.lock"));
  EXPECT_EQ(::flock(lock_file().get(), LOCK_EX | LOCK_NB), 0);
  expect_free({"d.lock", LockHow::make_directory});
}

TEST_F(OtherLocksTest, OneThatIsHeldReleasesAllAndIsNamed) {
  fs::create_directory(dir_ / "d.lock");
  auto busy = take({{"f.lock", LockHow::create}, {"d.lock", LockHow::make_directory}});
  EXPECT_EQ(fault(busy), "busy");
  EXPECT_NE(busy.error().message.find("d.lock"), std::string::npos) << busy.error().message;
  EXPECT_FALSE(dir_.exists("f.lock"));
  EXPECT_TRUE(dir_.exists("d.lock"));
  fs::remove(dir_ / "d.lock");
  expect_free({"d.lock", LockHow::make_directory});
}

TEST_F(OtherLocksTest, AFlockIsNeverTakenAsStale) {
  dir_.write("l.lock", "");
  auto file = lock_file();
  ASSERT_EQ(::flock(file.get(), LOCK_EX | LOCK_NB), 0);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(fault(take({{"l.lock", LockHow::flock}}, 0ns)), "busy");
  file.reset();
  expect_free({"l.lock", LockHow::flock});
}

TEST_F(OtherLocksTest, OneThatNeverChangesIsStaleInTime) {
  fs::create_directory(dir_ / "d.lock");
  dir_.write("f.lock", "1234");
  std::vector<OtherLock> const locks{{"d.lock", LockHow::make_directory}, {"f.lock", LockHow::create}};
  EXPECT_EQ(fault(take(locks)), "busy");
  ASSERT_EQ(watch_.others.size(), 2U);
  EXPECT_TRUE(watch_.watches_something());
  watch_.others[0].since -= 25h;
  EXPECT_EQ(fault(take(locks)), "busy"); // f.lock is only now seen
  watch_.others[0].since -= 25h;
  watch_.others[1].since -= 25h;
  EXPECT_EQ(fault(take(locks)), "none");
  EXPECT_FALSE(watch_.watches_something());
  expect_free(locks[0]);
}

TEST_F(OtherLocksTest, AStaleDirectoryThatHoldsFilesIsKeptAside) {
  dir_.write("d.lock/pid", "1234");
  EXPECT_EQ(fault(take({{"d.lock", LockHow::make_directory}}, 0ns)), "none");
  EXPECT_FALSE(dir_.exists("d.lock"));
  std::vector<std::string> kept;
  for (auto const& entry : fs::directory_iterator(dir_ / ".artifactd"))
    if (entry.path().filename().string().starts_with("kept-mutex.")) kept.push_back(entry.path() / "pid");
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_TRUE(fs::exists(kept[0]));
}

TEST_F(OtherLocksTest, OfAKilledArtifactdAreRecognised) {
  for (auto how : {LockHow::make_directory, LockHow::create}) {
    auto child = ::fork();
    if (child == 0) {
      auto held = take({{"x.lock", how}});
      ::_exit(held ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
    ASSERT_TRUE(dir_.exists("x.lock"));
    must(reclaim_mutex(dir_.session()));
    must(take({{"x.lock", how}}));
    expect_free({"x.lock", how});
  }
}

TEST_F(OtherLocksTest, NeverLeadOutOfTheSession) {
  for (auto const* path : {"", "/etc/x", "../x", "a/../../x", "a//b", "./x", ".artifactd/x", ".kg-merge.lock",
                           "knowledge-graph.json", "knowledge/knowledge-graph.json"})
    EXPECT_FALSE(may_be_lock_path(path)) << path;
  EXPECT_TRUE(may_be_lock_path("knowledge/.lock"));
  test::SessionDir elsewhere;
  fs::create_directory_symlink(elsewhere.path(), dir_ / "out");
  fs::create_symlink(elsewhere / "l.lock", dir_ / "l.lock");
  EXPECT_EQ(fault(take({{"out/d.lock", LockHow::make_directory}})), "unsafe");
  EXPECT_EQ(fault(take({{"l.lock", LockHow::flock}})), "unsafe");
  EXPECT_TRUE(elsewhere.names(".").empty());
}

TEST_F(OtherLocksTest, InADirectoryThatIsNotThereIsHeldByNobody) {
  EXPECT_EQ(
      fault(take({{"knowledge/d.lock", LockHow::make_directory}, {"knowledge/l.lock", LockHow::flock}})),
      "none");
  EXPECT_FALSE(dir_.exists("knowledge"));
}

} // namespace
} // namespace artifactd
