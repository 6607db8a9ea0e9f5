// Refused work handled by a person while the daemon runs: hint, fix with a script as the editor, abandon.
#include "tests/e2e/running_daemon.hpp"

#include <gtest/gtest.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

std::string path_of(SessionDir const& session) {
  return session.path().string();
}

/// Submits invalid JSON until no attempt is left.
void spend_budget(Site const& site, SessionDir const& session) {
  for (int attempt = 1; attempt <= 3; ++attempt) {
    session.artifact("a", "x.json", "{\n \"n\": " + std::to_string(attempt) + ",\n}");
    session.drop("a");
    ASSERT_TRUE(eventually([&] { return site.settled(session, "a", "refused") == attempt; }));
  }
}

Ended fix(Site const& site, SessionDir const& session, std::string const& script) {
  SessionDir tools(site.path() / "tools");
  tools.write("repair", "#!/bin/sh\n" + script);
  fs::permissions(tools / "repair", fs::perms::owner_all);
  return run(
      {.words = {built("artifactctl"), "--config", site.config().string(), "fix", path_of(session), "a"},
       .environment = {{"VISUAL", (tools / "repair").string()}}});
}

TEST(Inbox, EmptiesWhenAPersonHasFixedWhatWasRefused) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  spend_budget(site, session);
  auto inbox = site.artifactctl({"inbox"});
  EXPECT_EQ(inbox.exit, 6);
  EXPECT_TRUE(inbox.out.contains("attempt 3 of 3: artifacts/a/x.json:")) << inbox.out;
  EXPECT_EQ(fix(site, session, "echo '{\"of\": \"nobody\"' > \"$1\"\n").exit, 1) << "no better";
  EXPECT_TRUE(session.refused("a"));
  EXPECT_EQ(fix(site, session, "exit 7\n").exit, 6) << "the editor failed";
  auto fixed = fix(site, session, "echo '{\"of\": \"a\"}' > \"$1\"\n");
  EXPECT_EQ(fixed.exit, 0) << fixed.err;
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  EXPECT_EQ(site.settled(session, "a", "refused"), 3) << "fixing counts nothing";
  EXPECT_EQ(site.artifactctl({"inbox"}).exit, 0);
  EXPECT_EQ(fix(site, session, "exit 0\n").exit, 3);
}

TEST(Inbox, ADryHintPromisesNoAttemptWithoutAJournal) {
  Site const site;
  auto const session = site.session("s");
  session.write("artifacts/a/1.json", "{");
  session.drop("a");
  ASSERT_EQ(site.artifactctl({"merge", path_of(session)}).exit, 1);
  EXPECT_EQ(site.artifactctl({"hint", path_of(session), "a", "close it"}).exit, 74);
  EXPECT_EQ(site.artifactctl({"hint", path_of(session), "a", "close it", "--dry-run"}).exit, 74);
}

TEST(Inbox, AHintOpensOneMoreAttemptAndReachesTheAgent) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  spend_budget(site, session);
  EXPECT_EQ(site.artifactctl({"hint", path_of(session), "a", ""}).exit, 2);
  EXPECT_EQ(site.artifactctl({"hint", path_of(session), "nobody", "x"}).exit, 3);
  auto told = site.json({"hint", path_of(session), "a", "no comma before a brace"});
  EXPECT_EQ(told["attempts_granted"], 4) << told;
  EXPECT_EQ(session.instructions("a")["hints"][0]["text"], "no comma before a brace");
  EXPECT_EQ(session.instructions("a")["budget"]["left"], 1);
  EXPECT_TRUE(eventually([&] {
    return site.artifactctl({"watch", "s", "--timeout", "100ms"})
        .out.contains("refused, attempt 3/4; waiting for attempt 4/4");
  })) << "as the inbox says";
  session.drop("a");
  ASSERT_TRUE(eventually([&] { return site.settled(session, "a", "refused") == 4; }));
  EXPECT_EQ(session.instructions("a")["budget"]["left"], 0);
  EXPECT_EQ(session.instructions("a")["hints"].size(), 1U);
}

TEST(Inbox, AbandonedWorkIsGoneAndALaterDropStartsAfresh) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  spend_budget(site, session);
  EXPECT_EQ(site.artifactctl({"abandon", path_of(session), "a"}).exit, 0);
  EXPECT_FALSE(session.refused("a"));
  EXPECT_FALSE(fs::exists(session / "a.retry-instructions.json"));
  EXPECT_EQ(session.text("artifacts/a/x.json"), "{\n \"n\": 3,\n}");
  EXPECT_EQ(site.artifactctl({"abandon", path_of(session), "a"}).exit, 3);
  session.drop("a");
  ASSERT_TRUE(eventually([&] { return site.settled(session, "a", "refused") == 4; }));
  EXPECT_EQ(session.instructions("a")["attempt"], 1);
}

} // namespace
} // namespace artifactd::test
