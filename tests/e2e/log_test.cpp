// What the log of a real daemon says about each signal and about what cannot be watched.
#include "state/journal/journal.hpp"
#include "tests/e2e/running_daemon.hpp"

#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

TEST(Log, NamesAgentKindOutcomeAndCode) {
  Site site("[attempts]\ntotal = 1\n");
  auto const session = site.session("s");
  RunningDaemon daemon(site);
  session.submit("a");
  session.artifact("b", "x.json", "{\"secret\": 1,}");
  session.drop("b");
  EXPECT_TRUE(eventually([&] {
    return daemon.logged("merged", {R"("agent":"a","kind":"kg","outcome":"merged")"}) == 1;
  })) << daemon.log();
  EXPECT_TRUE(eventually([&] {
    return daemon.logged("refused", {R"("agent":"b","kind":"kg","outcome":"refused","code":"json.)"}) == 1;
  })) << daemon.log();
  EXPECT_TRUE(eventually([&] {
    return daemon.logged("attempts used up", {R"("signal":"b.kg.lock","attempts":1)"}) == 1;
  })) << daemon.log();
  EXPECT_EQ(daemon.log().find("secret"), std::string::npos) << daemon.log();
}

TEST(Log, TellsADamagedGraphByItsCode) {
  Site site;
  auto const session = site.session("s");
  session.write("knowledge-graph.json", "{\"broken\": ");
  RunningDaemon daemon(site);
  session.submit("a");
  EXPECT_TRUE(eventually([&] {
    return daemon.logged("pending", {R"("outcome":"pending","code":"graph.damaged")"}) == 1;
  })) << daemon.log();
}

TEST(Log, TellsOnceWhatCannotBeWatchedAndWhenItCanBeAgain) {
  Site site;
  auto const missing = site.path() / "missing";
  site.configure("[[root]]\npath = \"" + missing.string() + "\"\n");
  RunningDaemon daemon(site);
  EXPECT_TRUE(eventually([&] { return daemon.logged("degraded", {"missing"}) == 1; })) << daemon.log();
  std::filesystem::create_directories(missing);
  EXPECT_TRUE(eventually([&] { return daemon.logged("no longer degraded") == 1; })) << daemon.log();
  EXPECT_EQ(daemon.logged("degraded", {"missing"}), 1);
}

TEST(Log, OfTheCommandIsInOrderOfTimeHoweverItWasWritten) {
  Site const site;
  auto const state = site.path() / "state";
  std::filesystem::create_directories(state);
  {
    auto journal = *Journal::open((state / "journal.db").string(), {});
    journal.append({.wall_ns = 18, .session = "/s", .name = "a", .kind = "kg", .event = "hint"});
    journal.append({.wall_ns = 17, .session = "/s", .name = "a", .kind = "kg", .event = "settled"});
    journal.flush();
  }
  auto const lines = site.artifactctl({"log", "--json"}).out;
  EXPECT_LT(lines.find("\"settled\""), lines.find("\"hint\"")) << lines;
}

TEST(BadConfiguration, AtTheStartIsJsonToReadersOfJson) {
  Site const site("[log]\nformat = \"json\"\n[limits]\nartifact_byts = 10\n");
  auto const started = run({.words = {built("artifactd"), "--config", site.config().string()}});
  EXPECT_EQ(started.exit, 5);
  auto const line = nlohmann::json::parse(started.err, nullptr, false);
  ASSERT_TRUE(line.is_object()) << started.err;
  EXPECT_EQ(line["event"], "configuration");
  EXPECT_TRUE(line["reason"].get<std::string>().contains("artifact_byts"));
}

} // namespace
} // namespace artifactd::test
