// Live progress over the control socket, with the real daemon and the real artifactctl.
#include "tests/e2e/running_daemon.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <sstream>

namespace artifactd::test {
namespace {

Command artifactctl(Site const& site, std::vector<std::string> const& words) {
  Command command{.words = {built("artifactctl"), "--config", site.config().string()}};
  command.words.insert(command.words.end(), words.begin(), words.end());
  return command;
}

/// The events so far, from complete lines only.
std::vector<nlohmann::json> events(Child const& watch) {
  std::vector<nlohmann::json> events;
  std::istringstream lines(watch.out());
  for (std::string line; std::getline(lines, line) && !lines.eof();)
    events.push_back(nlohmann::json::parse(line));
  return events;
}

bool told(Child const& watch, std::string const& name, std::string const& what) {
  auto all = events(watch);
  return std::ranges::any_of(
      all, [&](auto const& event) { return event["name"] == name && event["what"] == what; });
}

/// Events before the watch is connected are not shown, so this submits probes until one is.
void wait_until_connected(Child const& watch, SessionDir const& session, std::string const& probe) {
  for (int round = 0;; ++round) {
    auto name = probe + std::to_string(round);
    session.submit(name);
    if (eventually([&] { return told(watch, name, "merged"); }, std::chrono::milliseconds(500))) return;
    ASSERT_LT(round, 100) << watch.err();
  }
}

TEST(Watch, TellsEachAttemptAndWhatWasWrongWithTheOneBefore) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  Child watch(artifactctl(site, {"watch", "--json"}));
  wait_until_connected(watch, session, "probe");
  session.artifact("a", "x.json", "{\n\"secret\": 1,\n");
  session.drop("a");
  ASSERT_TRUE(eventually([&] { return told(watch, "a", "refused"); }));
  session.artifact("a", "x.json", "{}");
  EXPECT_EQ(site.artifactctl({"retry", session.path().string(), "a"}).exit, 0);
  ASSERT_TRUE(eventually([&] { return told(watch, "a", "merged"); }));
  nlohmann::json second;
  for (auto const& event : events(watch))
    if (event["name"] == "a" && event["what"] == "settling") second = event;
  EXPECT_EQ(second["attempt"], 2);
  EXPECT_EQ(second["attempts"], 3);
  EXPECT_TRUE(second["error"].get<std::string>().starts_with("syntax error, line ")) << second;
  EXPECT_FALSE(watch.out().contains("secret"));
  watch.send(SIGINT);
  EXPECT_EQ(watch.wait(), 0);
}

TEST(Watch, BeginsWithWhatIsStuck) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  session.artifact("a", "x.json", "{");
  session.drop("a");
  ASSERT_TRUE(eventually([&] { return session.refused("a"); }));
  ASSERT_TRUE(eventually([&] { return site.settled(session, "a", "refused") == 1; }));
  auto shown = site.artifactctl({"watch", "s", "--timeout", "1s"});
  EXPECT_EQ(shown.exit, 0);
  EXPECT_TRUE(shown.out.contains("a.kg  refused, attempt 1/3; waiting for attempt 2/3 (syntax error"))
      << shown.out;
  EXPECT_TRUE(
      site.artifactctl({"watch", site.session("other").path().string(), "--timeout", "100ms"}).out.empty());
}

TEST(Watch, OutlivesTheDaemonAndFindsTheNextOne) {
  Site site;
  auto session = site.session("s");
  std::optional<RunningDaemon> daemon(std::in_place, site);
  Child watch(artifactctl(site, {"watch", "--json"}));
  wait_until_connected(watch, session, "first");
  daemon->kill(); // leaves its socket's file behind
  daemon.emplace(site);
  ASSERT_TRUE(eventually([&] { return watch.err().contains("answers again"); })) << watch.err();
  wait_until_connected(watch, session, "second");
  EXPECT_TRUE(watch.running());
}

TEST(Watch, WithoutADaemonFollowsTheJournal) {
  Site site;
  auto session = site.session("s");
  {
    RunningDaemon daemon(site);
    session.submit("a");
    ASSERT_TRUE(eventually([&] { return site.settled(session, "a", "merged") == 1; }));
    EXPECT_EQ(daemon.stop(), 0);
  }
  Child watch(artifactctl(site, {"watch", "--json"}));
  ASSERT_TRUE(eventually([&] { return watch.err().contains("following its journal"); })) << watch.err();
  session.submit("b");
  EXPECT_EQ(site.artifactctl({"merge", session.path().string()}).exit, 0);
  EXPECT_TRUE(eventually([&] { return told(watch, "b", "merged"); })) << watch.err();
  EXPECT_FALSE(told(watch, "a", "merged"));
}

TEST(Control, APathTooLongForASocketStopsNothing) {
  Site site;
  auto far = site.path() / std::string(120, 'r');
  site.configure("runtime_dir = \"" + far.string() + "\"\n");
  auto session = site.session("s");
  RunningDaemon daemon(site);
  EXPECT_EQ(daemon.logged("no control socket", {"shorter runtime_dir"}), 1);
  session.submit("a");
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
}

TEST(Journal, HoldsNothingOfWhatAgentsWroteUnlessItIsAskedTo) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  auto refuse = [&](std::string const& name) {
    session.artifact(name, "x.json", R"({"k": treasure})");
    session.drop(name);
    EXPECT_TRUE(eventually([&] { return site.settled(session, name, "refused") == 1; }));
  };
  refuse("a");
  auto quiet = site.artifactctl({"log", "--json"}).out;
  EXPECT_TRUE(quiet.contains("json.")) << quiet;
  EXPECT_FALSE(quiet.contains("treasure")) << quiet;
  EXPECT_FALSE(quiet.contains("\"message\"")) << quiet;
  EXPECT_EQ(site.json({"stats"})["by"]["tier"]["syntax"]["refusals"], 1);
  site.configure("[journal]\ncontent = true\n");
  daemon.send(SIGHUP);
  ASSERT_TRUE(eventually([&] { return daemon.logged("reloaded") == 1; }));
  refuse("b");
  EXPECT_TRUE(site.artifactctl({"log", "--json", "-n", "1"}).out.contains("\"message\""));
}

} // namespace
} // namespace artifactd::test
