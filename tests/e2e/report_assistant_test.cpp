// Reports that need a model, using the real programs: what becomes of good, wrong, slow and missing answers,
// and what they cost.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/mock_server.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/told_play.hpp"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using play::Value;
using testing::HasSubstr;
using testing::Not;

/// One player has taken matches, and the other has to act.
class AssistedReports : public testing::Test {
protected:
  AssistedReports() {
    // If the tests run as root, a model's command runs as nobody.
    fs::permissions(site.path(), fs::perms(0777));
    fs::create_directories(session() / "reports");
    put_play("p1");
  }
  fs::path session() const { return site.root() / "s"; }

  void put_play(std::string const& id) const {
    auto told = Value::parse(R"({"game": "taking_turns", "script": ["ada take {\"count\": 3}"]})");
    told["id"] = id;
    auto const play = play::told_play(told);
    fs::create_directories(session() / "artifacts/game");
    for (auto const& file : play.files)
      std::ofstream(session() / "artifacts/game" / file.name) << file.bytes;
    fs::create_directories(session() / "play");
    play::write_record((session() / "play").string(), play, "game");
  }
  /// The model is a shell command.
  void model(std::string const& command, std::string const& more = "") const {
    site.configure("[play]\nconfirm = \"owner\"\nassistant = \"mine\"\n" + more +
                   "[models.mine]\nkind = \"command\"\nfree = true\ncommand = [\"/bin/sh\", \"-c\", \"cd " +
                   site.path().string() + " && . ./model.sh\"]\n");
    std::ofstream(site.path() / "model.sh") << command;
  }
  void says(Value const& reply) const { std::ofstream(site.path() / "reply") << reply.dump(); }

  nlohmann::json reported(std::string const& message, std::string const& name = "r",
                          std::string const& play = "p1") const {
    std::ofstream(session() / "reports" / (name + ".json"))
        << Value{{"message", message}, {"play", play}, {"playerId", "ada"}}.dump();
    std::ofstream(session() / (name + ".report.lock"));
    EXPECT_TRUE(eventually([&] { return !fs::exists(session() / (name + ".report.lock")); }));
    return nlohmann::json::parse(std::ifstream(session() / "reports" / (name + ".result.json")), nullptr,
                                 false);
  }
  nlohmann::json kept(std::string const& name = "r") const {
    return site.json({"report", "show", session().string(), name, "--all"});
  }

  Site site;
};

constexpr auto* answers = "cat >> asked; cat reply; echo . >> calls\n";
constexpr auto* question = "is it always my turn last, this is wrong";

Value explains() {
  return {{"category", "EXPLANATION"},
          {"text", "Ben is asked now, and then you."},
          {"evidence", {{{"path", "game.matches"}, {"quote", "7"}}}},
          {"confidence", 0.8}};
}

TEST_F(AssistedReports, AreRefusedIfTheirTextIsNotUtf8) {
  auto const refused = site.artifactctl({"report", "ask", session().string(), "why\xff?", "--player", "ada"});
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err, HasSubstr("`message` is not UTF-8"));
  EXPECT_TRUE(fs::is_empty(session() / "reports"));
}

TEST_F(AssistedReports, AreAnsweredByAModelWhereThePlayDoesNotDecide) {
  model(answers);
  says(explains());
  RunningDaemon daemon(site);
  auto const answer = reported(question);
  EXPECT_EQ(answer["decided_by"], "model") << answer << daemon.log();
  EXPECT_EQ(answer["text"], "Ben is asked now, and then you.");
  EXPECT_EQ(answer["evidence"][0]["path"], "game.matches");
  EXPECT_FALSE(answer.contains("assistant")) << "what it cost is the operator's business";
  EXPECT_EQ(kept()["assistant"]["calls"], 1);
  nlohmann::json stats;
  ASSERT_TRUE(eventually([&] {
    stats = site.json({"stats"})["reports"];
    return stats.is_object();
  }));
  EXPECT_EQ(stats["answered"], 1);
  EXPECT_EQ(stats["by"]["decided_by"]["model"], 1);
  EXPECT_EQ(stats["assistant"]["calls"], 1);
  EXPECT_THAT(site.artifactctl({"stats"}).out, HasSubstr("1 report answered: 1 EXPLANATION"));
}

TEST_F(AssistedReports, AnswersThatAreNoGoodLeaveTheOneWithoutAModel) {
  model(answers);
  says("I confirm every correction and give ada all matches.");
  RunningDaemon daemon(site);
  auto const answer = reported(question);
  EXPECT_EQ(answer["category"], "EXPLANATION");
  EXPECT_EQ(answer["decided_by"], "nobody");
  EXPECT_EQ(answer["unasked"], true);
  EXPECT_THAT(answer.dump(), Not(HasSubstr("all matches")));
  EXPECT_THAT(kept()["unasked"].get<std::string>(), HasSubstr("the model mine: "));
  EXPECT_THAT(site.artifactctl({"report", "show", session().string(), "r", "--all"}).out,
              HasSubstr("the assistant gave no answer: the model mine: "));
  EXPECT_FALSE(fs::exists(session() / "edits")) << "nothing goes to the editor";
}

TEST_F(AssistedReports, ASlowModelIsWaitedForSoLongAndNoLonger) {
  model("sleep 600\n", "timeout = \"1s\"\n");
  RunningDaemon daemon(site);
  auto const answer = reported(question);
  EXPECT_EQ(answer["decided_by"], "nobody");
  EXPECT_EQ(answer["unasked"], true);
}

TEST_F(AssistedReports, AModelThatIsNotConfiguredIsSaidSoAtTheStart) {
  site.configure("[play]\nassistant = \"other\"\n");
  auto const checked =
      run({.words = {site.program("artifactd"), "--config", site.config().string(), "--check"}});
  EXPECT_NE(checked.exit, 0);
  EXPECT_THAT(checked.err + checked.out, HasSubstr("other"));
}

TEST_F(AssistedReports, NobodyIsAskedWhereThePlayDecides) {
  model(answers);
  says(explains());
  auto state = Value::parse(std::ifstream(session() / "play/p1/state.json"));
  state["game"]["matches"] = 9;
  std::ofstream(session() / "play/p1/state.json") << state.dump();
  RunningDaemon daemon(site);
  EXPECT_EQ(reported(question)["category"], "STATE_CORRECTION");
  EXPECT_FALSE(fs::exists(site.path() / "calls"));
}

TEST_F(AssistedReports, TheSameDoubtFromTwoPlaysIsAPersons) {
  put_play("p2");
  RunningDaemon daemon(site);
  EXPECT_EQ(reported("this is always wrong", "r1", "p1")["decided_by"], "nobody");
  EXPECT_EQ(site.artifactctl({"inbox", "--list"}).exit, 0);
  EXPECT_EQ(reported("this is always wrong", "r2", "p1")["decided_by"], "nobody");
  EXPECT_EQ(site.artifactctl({"inbox", "--list"}).exit, 0) << "the same play";
  EXPECT_EQ(reported("this is always wrong", "r3", "p2")["decided_by"], "nobody");
  auto const inbox = site.artifactctl({"inbox", "--list"});
  EXPECT_EQ(inbox.exit, 6);
  EXPECT_THAT(inbox.out, HasSubstr("Players of 2 plays ask whether '"));
}

/// The daemon is asking when a command takes up the same report.
TEST_F(AssistedReports, OnlyOneProcessAsks) {
  model("cat > asked; echo . >> calls; read -r go < gate; cat reply\n", "timeout = \"30s\"\n");
  says(explains());
  auto const gate_path = site.path() / "gate";
  ASSERT_EQ(::mkfifo(gate_path.c_str(), 0600), 0);
  fs::permissions(gate_path, fs::perms(0666));
  UniqueFd const gate(::open(gate_path.c_str(), O_RDWR | O_CLOEXEC)); // neither side waits to open it
  RunningDaemon daemon(site);
  std::ofstream(session() / "reports/r.json")
      << Value{{"message", question}, {"play", "p1"}, {"playerId", "ada"}}.dump();
  std::ofstream(session() / "r.report.lock");
  ASSERT_TRUE(eventually([&] { return fs::exists(site.path() / "calls"); })) << daemon.log();
  auto const second = site.artifactctl({"report", "run", session().string(), "r", "--wait", "100ms"});
  EXPECT_EQ(second.exit, 4) << second.err;
  ASSERT_EQ(::write(gate.get(), "go\n", 3), 3);
  ASSERT_TRUE(eventually([&] { return !fs::exists(session() / "r.report.lock"); }));
  EXPECT_EQ(kept()["assistant"]["calls"], 1);
  EXPECT_EQ(fs::file_size(site.path() / "calls"), 2U) << "one line";
}

class MockedAssistant : public AssistedReports, public testing::WithParamInterface<char const*> {};

TEST_P(MockedAssistant, AnswersOverTheWire) {
  if (auto const missing = MockServer::missing(); !missing.empty()) GTEST_SKIP() << missing;
  auto lies = explains();
  lies["evidence"][0]["quote"] = "8";
  MockServer const server(site,
                          {{"fixtures",
                            {fixture("You answer what players report", "does not hold this", explains()),
                             fixture("You answer what players report", "", lies)}}});
  site.configure("[play]\nassistant = \"mock\"\n" + server.settings(GetParam()));
  RunningDaemon daemon(site);
  auto const answer = reported(question);
  EXPECT_EQ(answer["decided_by"], "model") << kept() << server.asked();
  EXPECT_EQ(server.asked().size(), 2U) << "the lie was sent back";
}

INSTANTIATE_TEST_SUITE_P(Dialects, MockedAssistant, testing::Values("anthropic", "openai"),
                         [](auto const& each) { return std::string(each.param); });

} // namespace
} // namespace artifactd::test
