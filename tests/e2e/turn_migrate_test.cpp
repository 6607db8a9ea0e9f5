// Stories moved from files to tables and back, using the real programs.
#include "tests/e2e/turn_site.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

class TurnMigration : public TurnSite {
protected:
  [[nodiscard]] Ended migrate(std::vector<std::string> words) const {
    words.insert(words.begin(), {"turn", "migrate"});
    return site.artifactctl(words);
  }
  [[nodiscard]] std::filesystem::path mirror() const { return site.path() / "state/mirror"; }
  [[nodiscard]] std::filesystem::path file() const {
    auto const id = site.json({"turn", "log", "s"})["session_id"].get<std::string>();
    return mirror() / (id + ".jsonl");
  }
  [[nodiscard]] int phase() const { return site.json({"turn", "migrate", "status"}).value("phase", 0); }
  void change(std::string const& from, std::string const& to) const {
    std::ifstream in(file());
    std::string text(std::istreambuf_iterator<char>(in), {});
    ASSERT_NE(text.find(from), std::string::npos);
    std::ofstream(file()) << text.replace(text.find(from), from.size(), to);
  }
};

TEST_F(TurnMigration, GoesThroughItsPhasesAndBack) {
  begin();
  EXPECT_EQ(phase(), 1);
  EXPECT_EQ(migrate({"parity"}).exit, 3) << "nothing is mirrored";
  ASSERT_EQ(migrate({"mirror", "on"}).exit, 0);
  EXPECT_EQ(phase(), 3);
  ASSERT_EQ(say("I say hello.").exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "retry", "s"}).exit, 0);
  ASSERT_EQ(say("I sit down.").exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "undo", "s"}).exit, 0);
  EXPECT_EQ(migrate({"parity"}).exit, 0) << migrate({"parity"}).out;
  EXPECT_EQ(phase(), 4);
  auto const tables = site.artifactctl({"--json", "turn", "log", "s"}).out;
  auto const scene_then = site.artifactctl({"--json", "turn", "scene", "s"}).out;
  ASSERT_EQ(migrate({"read", "files"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"--json", "turn", "log", "s"}).out, tables);
  EXPECT_EQ(site.artifactctl({"--json", "turn", "scene", "s"}).out, scene_then);
  EXPECT_NE(site.artifactctl({"turn", "log", "s", "--tree"}).exit, 0);
  change("I say hello.", "I say goodbye.");
  EXPECT_NE(site.artifactctl({"turn", "log", "s"}).out.find("goodbye"), std::string::npos)
      << "it reads the file";
  auto const refused = migrate({"read", "tables"});
  EXPECT_EQ(refused.exit, 1);
  EXPECT_NE(refused.out.find("scene 1 (line 3)"), std::string::npos) << refused.out;
  ASSERT_EQ(migrate({"mirror", "on"}).exit, 0) << "it repairs";
  EXPECT_EQ(migrate({"read", "tables"}).exit, 0);
  EXPECT_EQ(phase(), 5);
  EXPECT_EQ(migrate({"mirror", "off"}).exit, 0);
  EXPECT_EQ(phase(), 6);
  expect_sound();
}

TEST_F(TurnMigration, AMirrorThatFailsFailsNoTurnAndIsToldAndRepaired) {
  begin();
  ASSERT_EQ(migrate({"mirror", "on"}).exit, 0);
  std::filesystem::remove(file());
  std::filesystem::create_directory(file());
  auto const said = say("I say hello.");
  EXPECT_EQ(said.exit, 0);
  EXPECT_NE(said.err.find("story not mirrored"), std::string::npos) << said.err;
  EXPECT_EQ(migrate({"parity"}).exit, 1);
  std::filesystem::remove(file());
  ASSERT_EQ(say("I sit down.").exit, 0);
  EXPECT_EQ(migrate({"parity"}).exit, 0);
}

TEST_F(TurnMigration, ADaemonMirrorsAndOneThatWasKilledIsMadeUpFor) {
  begin();
  ASSERT_EQ(migrate({"mirror", "on"}).exit, 0);
  {
    RunningDaemon daemon(site);
    ask("one", {{"user_action_id", "a1"}, {"text", "I say hello."}});
    ASSERT_TRUE(eventually([&] { return gone("one"); }));
    ask("two", {{"user_action_id", "a2"}, {"text", "I sit down."}});
    ASSERT_TRUE(eventually([&] { return scene() == 2; })); // committed, but not necessarily mirrored
    daemon.kill();
  }
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return gone("two"); }));
  EXPECT_EQ(daemon.stop(), 0);
  EXPECT_EQ(migrate({"parity"}).exit, 0) << migrate({"parity"}).out;
}

TEST_F(TurnMigration, TheMirrorBecomesAStoryInAnotherDatabaseThatCanBePlayedOn) {
  begin();
  ASSERT_EQ(say("I say hello.").exit, 0);
  ASSERT_EQ(migrate({"mirror", "on"}).exit, 0);
  auto const id = file().stem().string();
  auto const away = site.path() / "away";
  std::filesystem::copy(mirror(), away);
  ASSERT_EQ(site.artifactctl({"turn", "forget", "s"}).exit, 0);
  EXPECT_TRUE(std::filesystem::is_empty(mirror())) << "forgetting covers the mirror";
  std::filesystem::remove_all(site.path() / "state");
  auto const first = migrate({"backfill", away.string()});
  ASSERT_EQ(first.exit, 0) << first.out << first.err;
  EXPECT_NE(first.out.find("new"), std::string::npos);
  EXPECT_NE(migrate({"backfill", away.string()}).out.find("unchanged"), std::string::npos);
  EXPECT_EQ(migrate({"parity", away.string()}).exit, 0);
  EXPECT_EQ(phase(), 2);
  ASSERT_EQ(site.artifactctl({"turn", "attach", "s", id}).exit, 0);
  EXPECT_EQ(say("I sit down.").exit, 0);
  EXPECT_EQ(scene(), 2);
  expect_sound();
  EXPECT_EQ(site.json({"turn", "show", "story", id})["scene_index"], 2);
}

TEST_F(TurnMigration, AChatIsBackfilledUnderAScenarioAndADamagedFileKeepsNothingElseOut) {
  import();
  auto const chats = site.path() / "chats";
  std::filesystem::create_directory(chats);
  std::ofstream(chats / "a.jsonl") << "no chat at all\n";
  std::ofstream(chats / "b.jsonl")
      << R"({"user_name":"You","character_name":"Emil","create_date":"2024-01-01"})"
      << "\n"
      << R"({"name":"You","is_user":true,"mes":"\u001b[31mHello.\u202e"})" << "\n"
      << R"({"name":"Emil","is_user":false,"mes":"Good evening."})" << "\n";
  EXPECT_EQ(migrate({"backfill", chats.string()}).exit, 1) << "no scenario";
  EXPECT_EQ(migrate({"backfill", chats.string(), "--scenario", "nosuch"}).exit, 3);
  auto const done = migrate({"backfill", chats.string(), "--scenario", scenario});
  EXPECT_EQ(done.exit, 1);
  EXPECT_NE(done.err.find("a.jsonl"), std::string::npos);
  EXPECT_NE(done.out.find("2 scenes  b.jsonl"), std::string::npos) << done.out;
  EXPECT_EQ(migrate({"backfill", (site.path() / "nowhere").string()}).exit, 3);
  std::filesystem::remove(chats / "a.jsonl");
  EXPECT_EQ(migrate({"parity", chats.string(), "--scenario", scenario}).exit, 0);
  ASSERT_EQ(site.artifactctl({"turn", "attach", "s", done.out.substr(0, 26)}).exit, 0);
  auto const log = site.artifactctl({"turn", "log", "s"}).out;
  EXPECT_NE(log.find("Hello."), std::string::npos) << log;
  EXPECT_EQ(log.find('\x1b'), std::string::npos) << "shown harmless";
  expect_sound();
}

TEST_F(TurnMigration, ALineOfAChatThatCannotBeReadIsNamed) {
  import();
  auto const chats = site.path() / "chats";
  std::filesystem::create_directory(chats);
  std::ofstream(chats / "a.jsonl")
      << R"({"user_name":"You","character_name":"Emil","create_date":"2024-01-01"})" << "\n"
      << R"({"name":"You","is_user":true,"mes":"Hello."})" << "\n"
      << R"({"name":"Emil","is_user":false,"mes":"Good eve)" << "\n";
  for (std::string const what : {"backfill", "parity"}) {
    auto const done = migrate({what, chats.string(), "--scenario", scenario});
    EXPECT_EQ(done.exit, 0) << done.err;
    EXPECT_NE(done.err.find("the message on line 3 cannot be read and is left out"), std::string::npos)
        << done.err;
  }
  auto const words = [&](std::string const& what) {
    return std::vector<std::string>{"turn", "migrate", what, chats.string(), "--scenario", scenario};
  };
  EXPECT_EQ(site.json(words("backfill"))["files"][0]["findings"][0]["line"], 3);
  EXPECT_EQ(site.json(words("parity"))["findings"][0]["line"], 3);
}

} // namespace
} // namespace artifactd::test
