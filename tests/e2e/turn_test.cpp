// Narrative turns with the real programs: the daemon plays what signals request, artifactctl plays without a
// daemon, and the model is the script that ships with the examples.
#include "tests/e2e/turn_site.hpp"

#include <optional>
#include <unistd.h>

namespace artifactd::test {
namespace {

class Turns : public TurnSite {};

TEST_F(Turns, AFilePlaysAStoryAndItsResultIsThereOnceTheSignalIsGone) {
  import();
  RunningDaemon daemon(site);
  ask("one", {{"user_action_id", "a1"}, {"do", "begin"}, {"scenario", scenario}, {"seed", "abc"}});
  ASSERT_TRUE(eventually([&] { return gone("one"); }));
  EXPECT_EQ(result("one")["dice"]["commitment"],
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"); // SHA-256 of "abc"
  ask("two", {{"user_action_id", "a2"}, {"text", "I say hello."}, {"expect_scene", 0}});
  ASSERT_TRUE(eventually([&] { return gone("two"); }));
  EXPECT_EQ(result("two")["scene_index"], 1);
  EXPECT_FALSE(result("two")["narration_text"].get<std::string>().empty());
  EXPECT_EQ(daemon.stop(), 0);
  expect_sound();
}

TEST_F(Turns, TheSameActionTwiceIsPlayedOnceAndToldAgain) {
  begin();
  auto const first = say("I say hello.", {"--id", "a1"});
  ASSERT_EQ(first.exit, 0) << first.err;
  auto const asked = calls();
  auto const second = say("I say hello.", {"--id", "a1"});
  EXPECT_EQ(second.exit, 0) << second.err;
  EXPECT_EQ(second.out, first.out);
  EXPECT_EQ(calls(), asked);
  EXPECT_EQ(say("I say goodbye.", {"--id", "a1"}).exit, 4);
  EXPECT_EQ(scene(), 1);
}

TEST_F(Turns, ARefusedStepSaysWhyAndLeavesNothingBehind) {
  begin();
  EXPECT_EQ(say("").exit, 1);
  EXPECT_EQ(say(std::string(17 << 10, 'x')).exit, 1);
  EXPECT_EQ(say("I wait.", {"--expect-scene", "7"}).exit, 4);
  EXPECT_EQ(site.artifactctl({"turn", "begin", "s", "--scenario", scenario}).exit, 4);
  EXPECT_EQ(site.artifactctl({"turn", "begin", "other", "--scenario", "nowhere"}).exit, 3);
  EXPECT_EQ(site.artifactctl({"turn", "undo", "s"}).exit, 3);
  EXPECT_EQ(site.artifactctl({"turn", "models", "s", "--small", "unknown"}).exit, 5);
  auto const told = site.json({"turn", "undo", "s"});
  EXPECT_EQ(told["findings"][0]["code"], "turn.unknown");
  std::vector<std::string> names;
  for (auto const& entry : std::filesystem::directory_iterator(directory.path()))
    names.push_back(entry.path().filename());
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{".artifactd", "turns"}));
  EXPECT_TRUE(std::filesystem::is_empty(directory / "turns"));
  EXPECT_EQ(scene(), 0);
}

TEST_F(Turns, AModelThatKeepsBreakingItsContractFailsTheTurnAndTheStoryStaysWhereItWas) {
  begin();
  script(R"([{"step": "narrator", "reply": "no JSON at all"}])");
  auto const told = nlohmann::json::parse(say("I say hello.", {"--id", "a1"}).out);
  EXPECT_EQ(told["findings"][0]["code"], "turn.contract");
  EXPECT_EQ(scene(), 0);
  auto const asked = calls();
  script("[]");
  EXPECT_EQ(say("I say hello.", {"--id", "a1"}).exit, 0); // the same action continues where it failed
  EXPECT_EQ(calls(), asked + 1);
  EXPECT_EQ(scene(), 1);
  expect_sound();
}

TEST_F(Turns, AFailedActionNamesTheIdUnderWhichItGoesOn) {
  begin();
  script(R"([{"step": "narrator", "reply": "no JSON at all"}])");
  auto const told = say("I say hello.").err;
  auto const at = told.find("cli-");
  auto const id = told.substr(std::min(at, told.size()), told.find('\n', at) - at);
  auto const asked = calls();
  script("[]");
  EXPECT_EQ(say("I say hello.", {"--id", id}).exit, 0);
  EXPECT_EQ(calls(), asked + 1);
}

TEST_F(Turns, AModelThatCannotBeReachedLeavesTheSignalPending) {
  begin();
  script(R"([{"step": "narrator", "exit": 3, "stderr": "no network"}])");
  EXPECT_EQ(say("I say hello.", {"--id", "a1"}).exit, 6);
  EXPECT_EQ(scene(), 0);
  script("[]");
  auto const asked = calls();
  EXPECT_EQ(say("I say hello.", {"--id", "a1"}).exit, 0);
  EXPECT_EQ(calls(), asked + 1);
}

TEST_F(Turns, ADaemonKilledInATurnGoesOnWithItAndPaysForNothingTwice) {
  begin();
  script(R"([{"step": "narrator", "sleep": 600}])");
  {
    RunningDaemon daemon(site);
    ask("one", {{"user_action_id", "a1"}, {"text", "I say hello."}});
    ASSERT_TRUE(eventually([&] {
      std::ifstream file(calls_file());
      return std::string(std::istreambuf_iterator(file), {}).contains("\"narrator\"");
    }));
    daemon.kill();
  }
  auto const asked = calls();
  script("[]");
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return gone("one"); }));
  EXPECT_EQ(calls(), asked + 1) << "only the narrator is asked again";
  EXPECT_EQ(result("one")["scene_index"], 1);
  EXPECT_EQ(daemon.stop(), 0);
  expect_sound();
}

TEST_F(Turns, ADaemonThatIsStoppedWaitsForNoModel) {
  begin();
  script(R"([{"step": "narrator", "sleep": 600}])");
  RunningDaemon daemon(site);
  ask("one", {{"user_action_id", "a1"}, {"text", "I say hello."}});
  ASSERT_TRUE(eventually([&] { return calls() >= 2; }));
  EXPECT_EQ(daemon.stop(), 0);
  EXPECT_FALSE(gone("one"));
}

TEST_F(Turns, EightSubmissionsAtOnceArePlayedOneAfterTheOther) {
  begin();
  RunningDaemon daemon(site);
  for (int i = 0; i < 8; ++i)
    ask("n" + std::to_string(i), {{"user_action_id", "a" + std::to_string(i)}, {"text", "I wait."}});
  ASSERT_TRUE(eventually([&] {
    for (int i = 0; i < 8; ++i)
      if (!gone("n" + std::to_string(i))) return false;
    return true;
  }));
  std::vector<int> scenes;
  for (int i = 0; i < 8; ++i)
    scenes.push_back(result("n" + std::to_string(i)).value("scene_index", -1));
  EXPECT_EQ(scenes, (std::vector{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(daemon.stop(), 0);
  expect_sound();
}

TEST_F(Turns, UndoRetryAndBranchTakeOtherWays) {
  begin();
  auto const first = nlohmann::json::parse(say("I say hello.").out);
  ASSERT_EQ(say("I ask him for the truth about the letter.").exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "undo", "s"}).exit, 0);
  EXPECT_EQ(scene(), 1);
  EXPECT_EQ(site.artifactctl({"turn", "redo", "s"}).exit, 0);
  EXPECT_EQ(scene(), 2);
  EXPECT_EQ(site.artifactctl({"turn", "undo", "s", "2"}).exit, 0);
  auto const again = nlohmann::json::parse(say("I say hello.").out);
  EXPECT_EQ(again["dice"], first["dice"]) << "the dice of a turn stay the same";
  auto const retried = site.json({"turn", "retry", "s"});
  EXPECT_EQ(retried["dice"], first["dice"]);
  auto const rerolled = site.json({"turn", "retry", "s", "--reroll"});
  EXPECT_NE(rerolled["dice"], first["dice"]);
  EXPECT_EQ(site.artifactctl({"turn", "branch", "s", "other", "--at", "0"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "say", "other", "I look out of the window."}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "replay", "other"}).exit, 0);
  EXPECT_TRUE(site.artifactctl({"turn", "log", "s", "--tree"}).out.contains("branch: story "));
  EXPECT_EQ(site.artifactctl({"turn", "branch", "s", "nowhere", "--at", "99"}).exit, 3);
  EXPECT_FALSE(std::filesystem::exists(site.root() / "nowhere"));
  EXPECT_EQ(site.artifactctl({"turn", "redo", "s"}).exit, 3);
  expect_sound();
}

TEST_F(Turns, NothingShowsTheSeedOfTheDiceBeforeTheStoryHasEnded) {
  import();
  ASSERT_EQ(site.artifactctl({"turn", "begin", "s", "--scenario", scenario, "--seed", "SECRETSEED"}).exit, 0);
  ASSERT_EQ(say("I say hello.").exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "reveal", "s"}).exit, 4);
  for (auto const* look : {"log", "scene", "observations", "relations", "why", "export"}) {
    auto const shown = site.artifactctl({"--json", "turn", look, "s"});
    EXPECT_EQ(shown.exit, 0) << look << shown.err;
    EXPECT_FALSE(shown.out.contains("SECRETSEED")) << look;
  }
  EXPECT_EQ(site.artifactctl({"turn", "end", "s"}).exit, 0);
  EXPECT_TRUE(site.artifactctl({"turn", "reveal", "s"}).out.contains("SECRETSEED"));
  EXPECT_EQ(say("I say more.").exit, 3);
}

TEST_F(Turns, ACopiedDirectoryHasNoStoryAndAForgottenOneLeavesNoText) {
  begin();
  ASSERT_EQ(say("I say UNFORGETTABLE things.").exit, 0);
  std::filesystem::copy(directory.path(), site.root() / "copy", std::filesystem::copy_options::recursive);
  EXPECT_EQ(site.artifactctl({"turn", "log", "copy"}).exit, 3);
  std::filesystem::rename(directory.path(), site.root() / "moved");
  EXPECT_EQ(site.artifactctl({"turn", "log", "moved"}).exit, 3);
  auto const stories = site.json({"turn", "list", "stories"})["stories"];
  ASSERT_EQ(stories.size(), 1U);
  EXPECT_TRUE(stories[0]["session"].get<std::string>().ends_with("/s (gone)"));
  EXPECT_EQ(site.artifactctl({"turn", "attach", "moved", stories[0]["session_id"]}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "log", "moved"}).exit, 0);
  std::filesystem::rename(site.root() / "moved", directory.path());
  EXPECT_EQ(site.artifactctl({"turn", "attach", "s", stories[0]["session_id"]}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "forget", "s"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "log", "s"}).exit, 3);
  for (auto const& entry : std::filesystem::recursive_directory_iterator(site.path())) {
    if (!entry.is_regular_file() || entry.path().filename() == "calls") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    EXPECT_FALSE(std::string(std::istreambuf_iterator(file), {}).contains("UNFORGETTABLE")) << entry.path();
  }
}

TEST_F(Turns, EightCommandsAtOnceEachPlayTheirTurn) {
  begin();
  for (auto const with_daemon : {false, true}) {
    std::optional<RunningDaemon> daemon;
    if (with_daemon) daemon.emplace(site);
    auto const before = scene();
    std::vector<std::unique_ptr<Child>> commands;
    for (int i = 0; i < 8; ++i)
      commands.push_back(start({"turn", "say", "s", "I wait."}));
    for (auto const& command : commands)
      EXPECT_EQ(command->wait(), 0) << command->err();
    EXPECT_EQ(scene(), before + 8) << (with_daemon ? "with" : "without") << " a daemon";
  }
  expect_sound();
}

TEST_F(Turns, TheSameActionFromTwoProcessesIsPlayedOnceAndToldToBoth) {
  begin();
  script(R"([{"step": "narrator", "sleep": 1}])");
  auto const first = start({"--json", "turn", "say", "s", "I wait.", "--id", "same"});
  auto const second = start({"--json", "turn", "say", "s", "I wait.", "--id", "same"});
  EXPECT_EQ(first->wait(), 0) << first->err();
  EXPECT_EQ(second->wait(), 0) << second->err();
  EXPECT_EQ(first->out(), second->out());
  EXPECT_EQ(scene(), 1);
}

TEST_F(Turns, ARetryThatFailsTakesNothingBack) {
  begin();
  ASSERT_EQ(say("I say hello.").exit, 0);
  ASSERT_EQ(say("I ask him for the truth.").exit, 0);
  script(R"([{"step": "narrator", "reply": "no JSON at all"}])");
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(site.artifactctl({"turn", "retry", "s"}).exit, 1);
  EXPECT_EQ(scene(), 2);
  script("[]");
  EXPECT_EQ(site.artifactctl({"turn", "retry", "s"}).exit, 0);
  EXPECT_EQ(scene(), 2);
  expect_sound();
}

TEST_F(Turns, ASignalThatIsWithdrawnInATurnFreesTheStory) {
  begin();
  script(R"([{"step": "narrator", "contains": "I sit", "sleep": 1}])");
  RunningDaemon daemon(site);
  ask("one", {{"user_action_id", "a1"}, {"text", "I sit."}});
  ASSERT_TRUE(eventually([&] { return calls() >= 2; }));
  std::filesystem::remove(directory / "one.turn.lock");
  ask("two", {{"user_action_id", "a2"}, {"text", "I stand."}});
  ASSERT_TRUE(eventually([&] { return gone("two"); }));
  EXPECT_EQ(result("two")["scene_index"], 1) << "what was withdrawn is not in the story";
  EXPECT_EQ(daemon.stop(), 0);
  expect_sound();
}

TEST_F(Turns, ABranchWithTheSameDiceKeepsTheSeedSecretWhileItGoesOn) {
  begin();
  ASSERT_EQ(site.artifactctl({"turn", "branch", "s", "other", "--same-dice"}).exit, 0);
  auto const ended = site.json({"turn", "end", "s"});
  EXPECT_FALSE(ended["dice"].contains("seed"));
  EXPECT_EQ(site.artifactctl({"turn", "reveal", "s"}).exit, 4);
  EXPECT_EQ(site.artifactctl({"turn", "end", "other"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "reveal", "s"}).out, "abc\n");
}

TEST_F(Turns, AnEndThatIsAskedForTwiceIsToldTwice) {
  begin();
  EXPECT_EQ(site.artifactctl({"turn", "end", "s", "--id", "e"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "end", "s", "--id", "e"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"turn", "end", "s", "--id", "f"}).exit, 3);
  EXPECT_EQ(site.artifactctl({"turn", "forget", "s"}).exit, 0);
  EXPECT_THAT(site.artifactctl({"turn", "forget", "s"}).out, testing::StartsWith("there was no story to f"));
}

TEST_F(Turns, OnlyTheOperatorForgetsAStory) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can be somebody else";
  constexpr uid_t player = 2;
  ASSERT_EQ(::chown(directory.path().c_str(), player, player), 0);
  begin();
  RunningDaemon daemon(site);
  std::filesystem::create_directory(directory / "turns");
  directory.write("turns/one.json", R"({"user_action_id": "f", "do": "forget"})");
  ASSERT_EQ(::chown((directory / "turns/one.json").c_str(), player, player), 0);
  directory.write("one.turn.lock", "");
  EXPECT_TRUE(eventually([&] { return std::filesystem::exists(directory / "one.turn.lock.error"); }));
  EXPECT_TRUE(directory.text("one.turn.retry-instructions.json").contains("turn.denied"));
}

} // namespace
} // namespace artifactd::test
