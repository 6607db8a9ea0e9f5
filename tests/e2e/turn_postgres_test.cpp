// Stories kept in PostgreSQL, from the command line: played there, moved there and back, and reached by TLS.
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

class StoriesMovedToPostgreSQL : public TurnsInPostgreSQL {
protected:
  [[nodiscard]] Ended migrate(std::vector<std::string> words) const {
    words.insert(words.begin(), {"turn", "migrate"});
    return site.artifactctl(words);
  }
  [[nodiscard]] int phase() const { return site.json({"turn", "migrate", "status"}).value("phase", 0); }
  /// Moves the mirror elsewhere, so that the next database cannot write into it.
  [[nodiscard]] std::string mirror_taken_to(std::string const& name) const {
    auto const away = site.path() / name;
    std::filesystem::rename(site.path() / "state/mirror", away);
    return away.string();
  }
  void backfill(std::string const& mirror, std::string const& id) const {
    auto const first = migrate({"backfill", mirror});
    ASSERT_EQ(first.exit, 0) << first.out << first.err;
    EXPECT_THAT(first.out, HasSubstr("new"));
    EXPECT_THAT(migrate({"backfill", mirror}).out, HasSubstr("unchanged"));
    auto const parity = migrate({"parity", mirror});
    EXPECT_EQ(parity.exit, 0) << parity.out;
    ASSERT_EQ(site.artifactctl({"turn", "attach", "s", id}).exit, 0);
  }
};

TEST_F(StoriesMovedToPostgreSQL, ArePlayedOnThereMirroredFromThereAndMovedBack) {
  configure(); // a file
  begin();
  ASSERT_EQ(say("I say hello.").exit, 0);
  ASSERT_EQ(migrate({"mirror", "on"}).exit, 0);
  auto const id = site.json({"turn", "log", "s"})["session_id"].get<std::string>();
  auto const told = site.artifactctl({"turn", "log", "s"}).out;

  auto const from_file = mirror_taken_to("from-file");
  configure("database = \"" + server->fresh_database() + "\"\n");
  backfill(from_file, id);
  EXPECT_EQ(phase(), 2);
  EXPECT_EQ(site.artifactctl({"turn", "log", "s"}).out, told);
  ASSERT_EQ(migrate({"mirror", "on"}).exit, 0);
  EXPECT_EQ(phase(), 3);
  ASSERT_EQ(say("I ask him for the truth.").exit, 0);
  ASSERT_EQ(say("I sit down.").exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "undo", "s"}).exit, 0);
  EXPECT_EQ(scene(), 2);
  EXPECT_EQ(migrate({"parity"}).exit, 0) << migrate({"parity"}).out;
  EXPECT_EQ(phase(), 4);
  auto const tables = site.artifactctl({"--json", "turn", "log", "s"}).out;
  ASSERT_EQ(migrate({"read", "files"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"--json", "turn", "log", "s"}).out, tables);
  ASSERT_EQ(migrate({"read", "tables"}).exit, 0);
  expect_sound();

  auto const from_server = mirror_taken_to("from-server");
  std::filesystem::remove_all(site.path() / "state");
  configure(); // an empty file
  backfill(from_server, id);
  ASSERT_EQ(say("I leave.").exit, 0);
  EXPECT_EQ(scene(), 3);
  expect_sound();
}

TEST_F(StoriesMovedToPostgreSQL, AMirrorThatDiffersIsNoLongerReadAndMadeAgain) {
  begin();
  ASSERT_EQ(migrate({"mirror", "on"}).exit, 0);
  ASSERT_EQ(say("I say hello.").exit, 0);
  auto const id = site.json({"turn", "log", "s"})["session_id"].get<std::string>();
  auto const file = site.path() / "state/mirror" / (id + ".jsonl");
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  ASSERT_EQ(migrate({"read", "files"}).exit, 0);
  EXPECT_EQ(migrate({"read", "tables"}).exit, 1);
  ASSERT_EQ(migrate({"mirror", "on"}).exit, 0);
  EXPECT_EQ(migrate({"read", "tables"}).exit, 0);
  EXPECT_EQ(phase(), 5);
}

/// A server that takes nothing but TLS from the network.
class StoriesByTls : public TurnSite {
protected:
  void SetUp() override {
    if (PostgresServer::shared() == nullptr) GTEST_SKIP() << PostgresServer::why_missing();
    if (!std::filesystem::exists("/usr/bin/openssl")) GTEST_SKIP() << "openssl is not installed";
    server.emplace(PostgresServer::Door::tls);
    server->run(server->url("postgres"), "CREATE DATABASE stories");
  }
  void configure_tls(std::string const& parameters) const {
    configure("database = \"" + server->tls_url("stories", parameters) + "\"\n");
  }
  std::optional<PostgresServer> server;
};

TEST_F(StoriesByTls, AServerWhoseCertificateIsKnownIsPlayedOn) {
  configure_tls("sslmode=verify-full&sslrootcert=" + server->certificate());
  begin();
  ASSERT_EQ(say("I sit.").exit, 0);
  EXPECT_EQ(scene(), 1);
  expect_sound();
}

TEST_F(StoriesByTls, OneThatCannotProveItselfGetsNothingAndTheTurnStaysPending) {
  PostgresServer const other(PostgresServer::Door::tls);
  configure_tls("sslmode=verify-full&sslrootcert=" + server->certificate());
  begin();
  configure_tls("sslmode=verify-full&sslrootcert=" + other.certificate());
  auto const wrong = say("I sit.", {"--id", "a1"});
  EXPECT_EQ(wrong.exit, 74) << wrong.out << wrong.err;
  EXPECT_THAT(wrong.out + wrong.err, HasSubstr("certificate verify failed"));
  configure_tls("sslmode=disable");
  auto const plain = say("I sit.", {"--id", "a1"});
  EXPECT_EQ(plain.exit, 74) << plain.out << plain.err;
  EXPECT_THAT(plain.out + plain.err, HasSubstr("no encryption"));
  EXPECT_EQ(calls(), 0) << "no model is paid";
  configure_tls("sslmode=verify-full&sslrootcert=" + server->certificate());
  ASSERT_EQ(say("I sit.", {"--id", "a1"}).exit, 0);
  EXPECT_EQ(scene(), 1);
}

} // namespace
} // namespace artifactd::test
