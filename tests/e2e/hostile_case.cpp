#include "tests/e2e/hostile_case.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace artifactd::test {

namespace {

constexpr auto graph_before = R"({"kept": [1, 2, 3]})";

void expect_untouched(SessionDir const& session, std::string const& before) {
  EXPECT_EQ(session.graph_text(), before);
  EXPECT_TRUE(eventually([&] {
    auto left = session.leftovers();
    std::erase(left, ".kg-merge.lock"); // the case itself may have created it
    return left.empty();
  }));
}

void expect_refused(SessionDir const& session, HostileCase const& hostile) {
  ASSERT_TRUE(eventually([&] { return session.refused("a") && !session.pending("a"); }));
  auto codes = session.codes("a");
  EXPECT_TRUE(std::ranges::find(codes, hostile.says) != codes.end())
      << session.text("a.retry-instructions.json");
}

void expect_pending(Site const& site, RunningDaemon& daemon, SessionDir const& session,
                    HostileCase const& hostile) {
  ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {hostile.says}) > 0; }));
  EXPECT_TRUE(eventually([&] { return site.status_text().contains(hostile.says); })) << site.status_text();
  EXPECT_TRUE(eventually([&] { return session.pending("a"); })); // absent during each retry
  auto const asked = hostile.outcome == Outcome::blocked ? 6 : 0;
  EXPECT_TRUE(eventually([&] { return site.artifactctl({"inbox", "--list"}).exit == asked; }));
  EXPECT_FALSE(session.refused("a") && std::filesystem::is_regular_file(session / "a.kg.lock.error"));
}

void expect_outcome(Site const& site, RunningDaemon& daemon, SessionDir const& session,
                    HostileCase const& hostile) {
  switch (hostile.outcome) {
  case Outcome::refused:
    return expect_refused(session, hostile);
  case Outcome::pending:
  case Outcome::blocked:
    return expect_pending(site, daemon, session, hostile);
  case Outcome::ignored:
    EXPECT_TRUE(eventually([&] { return daemon.logged("ignored", {hostile.says}) > 0; }));
    EXPECT_TRUE(site.status_text().contains(hostile.says) || site.code_of_odd_file() == hostile.says)
        << site.status_text();
    return;
  case Outcome::merged:
    EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
    return;
  }
}

} // namespace

void have(bool held, std::string const& what) {
  if (!held) throw NotToBeHad{what + ": " + std::strerror(errno)};
}

void meet(HostileCase const& hostile) {
  Site site(hostile.settings);
  auto session = site.session("hostile");
  auto beside = site.session("beside");
  session.write("knowledge-graph.json", graph_before);
  RunningDaemon daemon(site);
  try {
    hostile.arrange(session);
  } catch (NotToBeHad const& missing) {
    GTEST_SKIP() << missing.why;
  }
  auto before = session.graph_text();
  if (hostile.signal == HostileCase::Signal::dropped) session.drop("a");
  expect_outcome(site, daemon, session, hostile);
  if (hostile.outcome != Outcome::merged) expect_untouched(session, before);
  beside.submit("b");
  EXPECT_TRUE(eventually([&] { return beside.merged("b"); }));
  EXPECT_TRUE(daemon.alive());
  if (!hostile.cure) return;
  hostile.cure(session);
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  EXPECT_TRUE(eventually([&] { return session.leftovers().empty(); }));
}

} // namespace artifactd::test
