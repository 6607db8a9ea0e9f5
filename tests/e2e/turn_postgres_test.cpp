// A story kept in PostgreSQL, from the command line.
#include "tests/e2e/turn_site.hpp"
#include "tests/support/postgres_server.hpp"

#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using testing::HasSubstr;

class TurnsInPostgreSQL : public TurnSite {
protected:
  void SetUp() override {
    if (server == nullptr) GTEST_SKIP() << PostgresServer::why_missing();
    configure("database = \"" + server->fresh_database() + "\"\n");
  }
  PostgresServer* server = PostgresServer::shared();
};

TEST_F(TurnsInPostgreSQL, AStoryIsPlayedTakenBackReplayedAndForgotten) {
  begin();
  ASSERT_EQ(say("I ask him for the truth.").exit, 0);
  ASSERT_EQ(say("I sit.", {"--id", "a2"}).exit, 0);
  EXPECT_EQ(scene(), 2);
  auto const asked = calls();
  ASSERT_EQ(say("I sit.", {"--id", "a2"}).exit, 0);
  EXPECT_EQ(calls(), asked) << "what was played is not paid again";
  ASSERT_EQ(site.artifactctl({"turn", "undo", "s"}).exit, 0);
  EXPECT_EQ(scene(), 1);
  ASSERT_EQ(site.artifactctl({"turn", "redo", "s"}).exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "branch", "s", "other"}).exit, 0);
  expect_sound();
  EXPECT_THAT(site.artifactctl({"turn", "list", "stories"}).out, HasSubstr("other"));
  EXPECT_THAT(site.artifactctl({"turn", "forget", "s"}).out, HasSubstr("write-ahead log"));
  EXPECT_EQ(site.artifactctl({"turn", "check", "--database"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "log", "s"}).exit, 3);
}

TEST_F(TurnsInPostgreSQL, AServerThatIsAwayLeavesTheTurnPending) {
  begin();
  server->stop();
  auto const pending = say("I sit.", {"--id", "a1"});
  server->start();
  EXPECT_EQ(pending.exit, 74) << pending.out << pending.err;
  EXPECT_THAT(pending.out + pending.err, HasSubstr("turn.database"));
  ASSERT_EQ(say("I sit.", {"--id", "a1"}).exit, 0);
  EXPECT_EQ(scene(), 1);
  expect_sound();
}

TEST_F(TurnsInPostgreSQL, APasswordIsNotShown) {
  configure("database = \"postgresql://player:s3cret@localhost:1/stories?connect_timeout=1\"\n");
  for (auto const& words : {std::vector<std::string>{"config", "show"},
                            {"--json", "config", "show"},
                            {"doctor"},
                            {"turn", "list", "stories"}}) {
    auto const done = site.artifactctl(words);
    EXPECT_THAT(done.out + done.err, testing::Not(HasSubstr("s3cret"))) << words.front();
  }
  EXPECT_THAT(site.artifactctl({"config", "show"}).out, HasSubstr("player:***@localhost"));
  EXPECT_THAT(site.artifactctl({"doctor"}).out, HasSubstr("turns stay pending"));
  configure("database = \"postgresql://player:s3@cret@localhost/stories\"\n");
  auto const refused = site.artifactctl({"turn", "list", "stories"});
  EXPECT_EQ(refused.exit, 5);
  EXPECT_THAT(refused.out + refused.err, testing::Not(HasSubstr("cret")));
}

} // namespace
} // namespace artifactd::test
