// The receipt: a reader that looks at `.lock` first, and at `.error` only once `.lock` is gone, is right at
// every instant, whether the daemon is slow, killed or serves many.
#include "tests/e2e/receipt_agent.hpp"
#include "tests/e2e/running_daemon.hpp"

#include <atomic>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <thread>

namespace artifactd::test {
namespace {

/// Agents in two sessions, each agent in its own thread.
class Agents {
public:
  Agents(Site const& site, Watching watching) {
    auto const of_a_session = watching == Watching::events ? 3 : 1; // a polling agent occupies a processor
    for (auto const* session : {"s", "t"})
      for (int i = 0; i < of_a_session; ++i)
        agents_.push_back(std::make_unique<ReceiptAgent>(site.session(session), "a" + std::to_string(i),
                                                         watching, static_cast<unsigned>(agents_.size())));
  }
  ~Agents() { wait(); }
  Agents(Agents const&) = delete;
  Agents& operator=(Agents const&) = delete;

  /// `rounds` in total.
  void start(int rounds, void (ReceiptAgent::*round)()) {
    auto const each = rounds / static_cast<int>(agents_.size()) + 1;
    for (auto& agent : agents_)
      threads_.emplace_back([this, each, round, &agent = *agent] { run(agent, each, round); });
  }
  [[nodiscard]] bool done() const { return done_ == agents_.size(); }
  /// Verdicts seen so far by all agents.
  [[nodiscard]] int verdicts() const { return verdicts_; }
  void wait() {
    for (auto& thread : threads_)
      thread.join();
    threads_.clear();
  }

  void expect_right() {
    wait();
    for (auto const& agent : agents_) {
      EXPECT_GT(agent->accepted(), 0);
      EXPECT_GT(agent->refused(), 0);
      for (auto const& wrong : agent->wrong())
        ADD_FAILURE() << wrong;
    }
  }

private:
  void run(ReceiptAgent& agent, int rounds, void (ReceiptAgent::*round)()) {
    try {
      for (int i = 0; i < rounds; ++i, ++verdicts_)
        (agent.*round)();
    } catch (std::exception const& error) {
      ADD_FAILURE() << error.what();
    }
    ++done_;
  }

  std::vector<std::unique_ptr<ReceiptAgent>> agents_;
  std::vector<std::thread> threads_;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<int> verdicts_ = 0;
};

RunningDaemon::How as_on_a_busy_machine() {
  return {.before = {"strace", "-D", "-f", "-o", "/dev/null", "-e", "trace=openat2,renameat2,unlinkat", "-e",
                     "inject=openat2:delay_enter=500", "-e", "inject=renameat2,unlinkat:delay_exit=200"}};
}

std::string why_no_strace() {
  auto const tried = run({.words = {"strace", "-o", "/dev/null", "/bin/true"}});
  return tried.exit == 0 ? "" : "strace is missing or may not trace here: " + tried.err;
}

class Receipt : public ::testing::TestWithParam<Watching> {};

TEST_P(Receipt, IsRightAtEveryInstant) {
  Site site;
  Agents agents(site, GetParam());
  RunningDaemon daemon(site);
  agents.start(full_run() ? 10'000 : 300, &ReceiptAgent::submit_and_wait);
  agents.expect_right();
}

TEST_P(Receipt, IsRightWhenTheDaemonIsSlow) {
  if (auto const why = why_no_strace(); !why.empty()) GTEST_SKIP() << why;
  Site site;
  Agents agents(site, GetParam());
  RunningDaemon daemon(site, as_on_a_busy_machine());
  agents.start(full_run() ? 1'500 : 60, &ReceiptAgent::submit_and_wait);
  agents.expect_right();
}

TEST_P(Receipt, IsRightAcrossKillsAndRestarts) {
  Site site;
  Agents agents(site, GetParam());
  agents.start(full_run() ? 1'000 : 120, &ReceiptAgent::submit_and_wait);
  std::mt19937 random(1);
  int longest_life = 150; // ms
  while (!agents.done()) {
    auto const before = agents.verdicts();
    RunningDaemon daemon(site);
    auto const life = std::uniform_int_distribution(0, longest_life)(random);
    (void)eventually([&] { return agents.done(); }, std::chrono::milliseconds(life));
    daemon.kill();
    // If no daemon lives long enough on this machine to settle anything, the next one lives longer.
    longest_life = agents.verdicts() > before ? 150 : std::min(2 * longest_life, 10'000);
  }
  agents.expect_right();
}

TEST_P(Receipt, OfWorkDroppedTwiceIsRightUnderTheSharedLock) {
  Site site;
  Agents agents(site, GetParam());
  RunningDaemon daemon(site);
  agents.start(full_run() ? 2'000 : 120, &ReceiptAgent::submit_twice);
  agents.expect_right();
}

INSTANTIATE_TEST_SUITE_P(Watching, Receipt, ::testing::Values(Watching::events, Watching::polling),
                         [](auto const& which) {
                           return which.param == Watching::events ? "events" : "polling";
                         });

} // namespace
} // namespace artifactd::test
