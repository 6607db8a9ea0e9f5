#include "state/platform/identity.hpp"
#include "state/platform/spare_threads.hpp"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <latch>
#include <mutex>
#include <set>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

namespace artifactd {
namespace {

TEST(SpareThreads, RunsEveryTaskBeforeItsEnd) {
  std::atomic<int> done = 0;
  {
    SpareThreads threads;
    for (int i = 0; i < 1000; ++i)
      threads.run([&done] { ++done; });
  }
  EXPECT_EQ(done, 1000);
}

TEST(SpareThreads, NoTaskWaitsForAnother) {
  constexpr int count = 50;
  SpareThreads threads;
  for (int round = 0; round < 3; ++round) {
    auto const all = std::make_shared<std::latch>(count + 1);
    for (int i = 0; i < count; ++i)
      threads.run([all] { all->arrive_and_wait(); }); // ends only when all run
    all->arrive_and_wait();
  }
}

TEST(SpareThreads, UsesAThreadAgain) {
  SpareThreads threads;
  std::mutex mutex;
  std::set<pid_t> ids; // unlike those of std::thread, not used again at once
  for (int i = 0; i < 200; ++i) {
    auto const done = std::make_shared<std::latch>(2);
    threads.run([&, done] {
      std::lock_guard const lock(mutex);
      ids.insert(::gettid());
      done->count_down();
    });
    done->arrive_and_wait();
  }
  EXPECT_LT(ids.size(), 200U);
}

TEST(SpareThreads, ReceiveNoSignals) {
  sigset_t mask{};
  {
    SpareThreads threads;
    threads.run([&mask] { ::pthread_sigmask(SIG_BLOCK, nullptr, &mask); });
  }
  EXPECT_TRUE(::sigismember(&mask, SIGTERM));
  EXPECT_FALSE(::sigismember(&mask, SIGSEGV));
}

TEST(SpareThreads, HaveTheIdentityOfTheProcess) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root acts for others";
  uid_t user = 1;
  {
    SpareThreads threads;
    auto const scope = SessionScope::enter({.user = 1234, .group = 1234, .groups = {1234}});
    ASSERT_TRUE(scope);
    threads.run([&user] { user = own_user(); });
  }
  EXPECT_EQ(user, 0U);
}

/// 0 if no thread could be started, which was reported, and the task has not run.
[[noreturn]] void run_without_threads() {
  rlimit const none{0, 0};
  auto const limited = (::geteuid() != 0 || ::setresuid(1234, 1234, 1234) == 0) && // root has no limit
                       ::setrlimit(RLIMIT_NPROC, &none) == 0;
  bool ran = false;
  bool reported = false;
  try {
    SpareThreads().run([&ran] { ran = true; });
  } catch (std::system_error const&) {
    reported = true;
  }
  std::_Exit(limited && reported && !ran ? 0 : 1);
}

TEST(SpareThreads, ReportsThatNoThreadIsLeft) {
  EXPECT_EXIT(run_without_threads(), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace artifactd
