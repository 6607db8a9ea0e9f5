// Large numbers: bursts over many sessions, more events than the kernel's queue holds, one session that never
// pauses. Everything is settled exactly once.
#include "tests/e2e/running_daemon.hpp"

#include <atomic>
#include <csignal>
#include <gtest/gtest.h>
#include <set>
#include <thread>
#include <tuple>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

struct Crowd {
  std::vector<SessionDir> sessions;
  int agents;

  Crowd(Site const& site, int count, int each) : agents(each) {
    for (int i = 0; i < count; ++i) {
      sessions.push_back(site.session("s" + std::to_string(i)));
      for (int agent = 0; agent < agents; ++agent)
        sessions.back().artifact(name(agent), "x.json", R"({"x": 1})");
    }
  }

  [[nodiscard]] static std::string name(int agent) { return "a" + std::to_string(agent); }
  [[nodiscard]] std::size_t size() const { return sessions.size() * static_cast<std::size_t>(agents); }

  void drop_all() const {
    for (int agent = 0; agent < agents; ++agent)
      for (auto const& session : sessions)
        session.drop(name(agent));
  }

  void expect_settled_once(Site const& site) const {
    for (auto const& session : sessions) {
      for (int agent = 0; agent < agents; ++agent)
        ASSERT_TRUE(eventually([&] { return !session.pending(name(agent)); }));
      EXPECT_EQ(session.graph().size(), static_cast<std::size_t>(agents)) << session.path();
    }
    ASSERT_TRUE(eventually([&] { return site.settled().size() >= size(); }));
    std::set<std::tuple<std::string, std::string>> once;
    for (auto const& event : site.settled()) {
      EXPECT_EQ(event["outcome"], "merged");
      EXPECT_TRUE(once.emplace(event["session"], event["name"]).second) << event;
    }
    EXPECT_EQ(once.size(), size());
  }
};

TEST(Burst, OverManySessionsIsSettledOnce) {
  Site site;
  Crowd crowd(site, full_run() ? 200 : 40, full_run() ? 20 : 10);
  RunningDaemon daemon(site);
  crowd.drop_all();
  crowd.expect_settled_once(site);
}

/// The daemon is stopped while more events occur than the kernel queues; events for other names in a watched
/// session fill the queue, since the locks alone would not.
TEST(Overflow, OfTheEventQueueLosesNothing) {
  Site site;
  Crowd crowd(site, 200, full_run() ? 200 : 20);
  auto const storm = site.session("storm");
  RunningDaemon daemon(site);
  daemon.send(SIGSTOP);
  for (int i = 0; i < 20'000 && !full_run(); ++i)
    storm.write(i % 2 == 0 ? "noise.kg.lock.part" : "other.kg.lock.part", "");
  crowd.drop_all();
  daemon.send(SIGCONT);
  crowd.expect_settled_once(site);
  EXPECT_GE(site.json({"status"})["daemon"]["counters"]["overflows"].get<int>(), 1);
}

TEST(RestlessSession, DoesNotKeepOthersWaiting) {
  Site site;
  auto const restless = site.session("restless");
  restless.artifact("a", "x.json", "{}");
  RunningDaemon daemon(site);
  std::atomic<bool> restful = false;
  std::thread toucher([&] {
    while (!restful)
      restless.drop("a");
  });
  for (int i = 0; i < 10; ++i) {
    auto calm = site.session("calm" + std::to_string(i));
    calm.submit("b");
    EXPECT_TRUE(eventually([&] { return calm.merged("b"); }, std::chrono::seconds(20)));
  }
  restful = true;
  toucher.join();
  EXPECT_TRUE(eventually([&] { return restless.merged("a"); }));
}

TEST(ManyNames, InOneSessionAreAllSettled) {
  Site site;
  Crowd crowd(site, 1, full_run() ? 10'000 : 500);
  RunningDaemon daemon(site);
  crowd.drop_all();
  crowd.expect_settled_once(site);
}

} // namespace
} // namespace artifactd::test
