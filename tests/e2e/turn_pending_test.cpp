// Turns that cannot be played now: they stay pending, and are played later in the order in which they were
// submitted.
#include "tests/e2e/turn_site.hpp"
#include "tests/support/fault_server.hpp"
#include "tests/support/mounted.hpp"

#include <csignal>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <optional>
#include <set>
#include <sstream>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class PendingTurns : public TurnSite {
protected:
  static constexpr auto unreachable = R"([{"step": "narrator", "exit": 3, "stderr": "no network"}])";

  /// A person who types these lines.
  [[nodiscard]] Ended play(std::string const& lines) const {
    return shell(fmt::format("printf '{}' | {} --config {} turn play s", lines, site.program("artifactctl"),
                             site.config().string()));
  }
  /// What the player said, in the order of the story.
  [[nodiscard]] std::vector<std::string> said() const {
    std::vector<std::string> texts;
    auto const log = site.json({"turn", "log", "s"});
    for (auto const& scene : log["scenes"])
      for (auto const& message : scene["messages"])
        if (message["role"] == "user") texts.push_back(message["content"]);
    return texts;
  }
  [[nodiscard]] std::vector<fs::path> pending() const {
    std::vector<fs::path> signals;
    for (auto const& entry : fs::directory_iterator(directory.path()))
      if (entry.path().native().ends_with(".turn.lock")) signals.push_back(entry.path());
    return signals;
  }
};

TEST_F(PendingTurns, PlayingEndsAtTheFirstOne) {
  begin();
  script(unreachable);
  auto const stopped = play("I say first.\\nI say second.\\n");
  EXPECT_EQ(stopped.exit, 6) << stopped.err;
  EXPECT_EQ(pending().size(), 1U) << "the second line was meant to follow it";
  EXPECT_THAT(stopped.err, HasSubstr("the same turn with --id cli-"));
  EXPECT_EQ(play("I say second.\\n").exit, 6) << "the first one still waits";
  EXPECT_EQ(pending().size(), 1U);
  script("[]");
  EXPECT_EQ(play("I say second.\\n").exit, 0);
  EXPECT_THAT(said(), testing::ElementsAre("I say first.", "I say second."));
  expect_sound();
}

TEST_F(PendingTurns, TheSameActionTakesUpTheSignalOfACommandThatWasKilled) {
  begin();
  script(R"([{"step": "narrator", "sleep": 60}])");
  auto const command = start({"turn", "say", "s", "I wait.", "--id", "n1"});
  ASSERT_TRUE(eventually([&] { return calls() >= 3; })) << command->err();
  command->send(SIGKILL);
  command->wait();
  ASSERT_EQ(pending().size(), 1U);
  script("[]");
  EXPECT_EQ(say("I wait.", {"--id", "n1"}).exit, 0);
  EXPECT_TRUE(pending().empty());
  EXPECT_TRUE(fs::is_empty(directory / "turns")) << "neither its request nor its result";
  EXPECT_THAT(said(), testing::ElementsAre("I wait."));
  EXPECT_EQ(say("I wait.", {"--id", "n1"}).exit, 0);
  EXPECT_EQ(scene(), 1);
}

TEST_F(PendingTurns, WithoutADaemonOlderOnesComeFirst) {
  begin();
  script(unreachable);
  EXPECT_EQ(say("I say first.").exit, 6);
  EXPECT_EQ(say("I say second.").exit, 6);
  script("[]");
  auto const third = say("I say third.");
  EXPECT_EQ(third.exit, 0) << third.err;
  EXPECT_EQ(nlohmann::json::parse(third.out)["text"], "I say third.");
  EXPECT_THAT(third.err, HasSubstr("an older turn is pending, and is tried first: step-"));
  EXPECT_THAT(said(), testing::ElementsAre("I say first.", "I say second.", "I say third."));
  EXPECT_TRUE(pending().empty());
  expect_sound();
}

TEST_F(PendingTurns, FromAPipePlayingEndsAtTheFirstTurnThatFails) {
  begin();
  script(R"([{"step": "narrator", "reply": "no JSON at all"}])");
  auto const stopped = play("I say first.\\nI say second.\\n");
  EXPECT_EQ(stopped.exit, 1) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("turn.contract"));
  script("[]");
  EXPECT_EQ(play("I say third.\\n").exit, 0);
  EXPECT_THAT(said(), testing::ElementsAre("I say third."));
}

TEST_F(PendingTurns, AreTakenUpInTheOrderInWhichTheyWereSubmitted) {
  begin();
  fs::create_directory(directory / "turns");
  auto const now = fs::file_time_type::clock::now();
  int age = 3;
  for (auto const* name : {"z", "a", "m"}) {
    ask(name, {{"user_action_id", name}, {"text", fmt::format("I say {}.", name)}});
    fs::last_write_time(directory / fmt::format("{}.turn.lock", name), now - std::chrono::seconds(age--));
  }
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return gone("z") && gone("a") && gone("m"); })) << daemon.log();
  EXPECT_THAT(said(), testing::ElementsAre("I say z.", "I say a.", "I say m."));
}

TEST_F(PendingTurns, TheCommandPlaysTheTurnOfADaemonThatWasKilled) {
  begin();
  script(R"([{"step": "narrator", "sleep": 60}])");
  RunningDaemon daemon(site);
  auto const command = start({"turn", "say", "s", "I wait."});
  ASSERT_TRUE(eventually([&] { return calls() >= 3; })) << daemon.log();
  auto const before = calls();
  script("[]");
  daemon.kill();
  EXPECT_EQ(command->wait(), 0) << command->err();
  EXPECT_THAT(said(), testing::ElementsAre("I wait."));
  EXPECT_EQ(calls(), before + 1) << "only the narrator is asked again";
  EXPECT_TRUE(pending().empty());
  expect_sound();
}

TEST_F(PendingTurns, TheCommandGoesOnWhenTheDaemonIsRestarted) {
  begin();
  script(R"([{"step": "narrator", "sleep": 60}])");
  auto daemon = std::make_optional<RunningDaemon>(site);
  auto const command = start({"turn", "say", "s", "I wait."});
  ASSERT_TRUE(eventually([&] { return calls() >= 3; })) << daemon->log();
  script("[]");
  EXPECT_EQ(daemon->stop(), 0);
  daemon.emplace(site);
  EXPECT_EQ(command->wait(), 0) << command->err();
  EXPECT_THAT(command->err(), Not(HasSubstr("turn.unreachable")));
  EXPECT_THAT(said(), testing::ElementsAre("I wait."));
  EXPECT_TRUE(pending().empty());
}

TEST_F(PendingTurns, AModelThatTheDaemonDoesNotKnowNeedsAReload) {
  begin();
  site.configure("");
  RunningDaemon daemon(site);
  configure();
  auto const told = say("I say hello.");
  EXPECT_EQ(told.exit, 5) << told.err;
  EXPECT_THAT(told.err, HasSubstr("turn.model_missing"));
  EXPECT_THAT(told.err, HasSubstr("systemctl reload artifactd"));
  daemon.send(SIGHUP);
  EXPECT_TRUE(eventually([&] { return scene() == 1; }));
}

TEST_F(PendingTurns, AModelWhoseEndpointRejectsTheCallIsNotAskedAgain) {
  begin();
  FaultServer server;
  std::ofstream(site.path() / "key") << "sk-0123456789\n";
  site.configure(
      "[turn]\nsmall = \"scripted\"\nlarge = \"scripted\"\n[models.scripted]\nkind = \"anthropic\"\n"
      "model = \"m-1\"\nretries = 0\nprice = [{ from = \"2026-01-01\", input = 1, output = 5 }]\n"
      "base_url = \"" +
      server.url() + "\"\nkey_file = \"" + (site.path() / "key").string() + "\"\n");
  for (auto const status : {400, 401}) {
    server.answer(status,
                  R"({"type": "error", "error": {"type": "some_error", "message": "not like this"}})");
    auto const told = say("I say hello.", {"--id", fmt::format("a{}", status)});
    EXPECT_EQ(told.exit, 5) << told.err;
    EXPECT_THAT(told.err, testing::AllOf(HasSubstr("turn.model_unusable"), HasSubstr("not like this")));
  }
  EXPECT_EQ(server.received().size(), 2U);
  EXPECT_TRUE(pending().empty());
  configure();
  EXPECT_EQ(say("I say hello.", {"--id", "a400"}).exit, 0) << "the same action again";
}

TEST_F(PendingTurns, NothingIsWrittenIntoADatabaseThatWasRemoved) {
  begin();
  ASSERT_EQ(say("I wait.").exit, 0);
  RunningDaemon const daemon(site);
  ASSERT_EQ(site.artifactctl({"turn", "undo", "s"}).exit, 0);
  auto const state = site.path() / "state";
  fs::remove_all(state);
  auto const redo = site.artifactctl({"turn", "redo", "s", "--wait", "1s"});
  EXPECT_EQ(redo.exit, 4) << redo.err;
  EXPECT_THAT(redo.err, HasSubstr(state.string() + "/turns.db: it was removed"));
  EXPECT_EQ(pending().size(), 1U);
  auto const log = site.artifactctl({"turn", "log", "s"});
  EXPECT_EQ(log.exit, 74) << log.err;
  EXPECT_THAT(log.err, testing::AllOf(HasSubstr(state.string() + ": the state directory"),
                                      Not(HasSubstr("begin one"))));
}

TEST_F(PendingTurns, WhyOneWaitsIsToldAtOnceAndOnce) {
  auto const state = site.path() / "state";
  fs::create_directory(state);
  Mounted const small(state.string());
  if (!small) GTEST_SKIP() << "mounting is not allowed";
  begin();
  {
    std::ofstream filler(state / "filler");
    while (filler << std::string(4096, 'x') << std::flush) {
    }
  }
  auto const command = start({"turn", "say", "s", "I wait.", "--wait", "60s"});
  EXPECT_TRUE(eventually([&] { return command->err().contains("it has to wait: "); })) << command->err();
  EXPECT_TRUE(command->running());
  fs::remove(state / "filler");
  EXPECT_EQ(command->wait(), 0) << command->err();
  std::vector<std::string> told;
  std::istringstream lines(command->err());
  for (std::string line; std::getline(lines, line);)
    if (line.contains("it has to wait: ")) told.push_back(line);
  EXPECT_THAT(told, testing::Each(HasSubstr("turns.db: ")));
  EXPECT_EQ(std::set(told.begin(), told.end()).size(), told.size()) << command->err();
  EXPECT_EQ(scene(), 1);
}

} // namespace
} // namespace artifactd::test
