// Players report problems with a play and get answers; a correction is proposed, confirmed and taken back,
// and a fault of the game goes to the editor.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/told_play.hpp"

#include <csignal>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using play::Value;
using testing::HasSubstr;
using testing::Not;

constexpr auto* damaged = R"({"game": "race", "script": ["ada throw", "ben throw"],
                              "state": {"players": {"ada": {"place": 0}}}})";
constexpr auto* halted =
    R"({"game": "coin_flip", "fault": "heads leads nowhere", "draws": {"game.coin": "heads"},
  "script": ["ada guess {\"side\": \"heads\"}", "ben guess {\"side\": \"tails\"}"]})";

class Reports : public testing::Test {
protected:
  Reports() {
    site.configure("[play]\nconfirm = \"owner\"\n[[agent]]\nkinds = [\"kg\"]\nprofile = \"game\"\n");
    fs::create_directories(session() / "play");
  }
  fs::path session() const { return site.root() / "s"; }
  std::string shown() const { return session().string(); }

  void played(std::string const& told, std::string const& id = "p1") const {
    auto json = Value::parse(told);
    json["id"] = id;
    auto const play = play::told_play(json);
    fs::create_directories(session() / "artifacts/game");
    for (auto const& file : play.files)
      std::ofstream(session() / "artifacts/game" / file.name) << file.bytes;
    play::write_record((session() / "play").string(), play, "game");
  }
  Ended report(std::vector<std::string> words) const {
    words.insert(words.begin(), "report");
    return site.artifactctl(words);
  }
  nlohmann::json asked(std::string const& message, std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"report", "ask", shown(), message, "--player", "ada"};
    words.insert(words.end(), more.begin(), more.end());
    return site.json(words);
  }
  Value state(std::string const& id = "p1") const {
    return Value::parse(std::ifstream(session() / "play" / id / "state.json"));
  }
  std::vector<Value> lines(std::string const& id = "p1") const {
    std::ifstream in(session() / "play" / id / "log.ndjson");
    std::vector<Value> found;
    for (std::string line; std::getline(in, line);)
      found.push_back(Value::parse(line));
    return found;
  }
  static std::string slurped(fs::path const& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void drop(std::string const& name, std::string const& text) const {
    fs::create_directories(session() / "reports");
    std::ofstream(session() / "reports" / (name + ".json")) << text;
    std::ofstream(session() / (name + ".report.lock"));
  }

  Site site;
};

TEST_F(Reports, AreAnsweredWithoutAModel) {
  played(R"({"game": "taking_turns", "script": ["ada take {\"count\": 3}"]})");
  auto const answer = asked("why can't I take more?");
  EXPECT_EQ(answer["category"], "EXPLANATION");
  EXPECT_THAT(answer["text"].get<std::string>(), HasSubstr("the game waits for ben"));
  EXPECT_EQ(answer["decided_by"], "words");
  auto const later = asked("and why does it wait?", {"--about", answer["report"].get<std::string>()});
  EXPECT_EQ(later["about"], answer["report"]);
  auto const list = site.json({"report", "list", shown()});
  EXPECT_EQ(list["reports"].size(), 2U);
  EXPECT_EQ(report({"ask", shown(), "x", "--player", "eve"}).exit, 1);
  EXPECT_EQ(report({"ask", shown(), "x", "--step", "-1"}).exit, 2);
  auto const unknown = report({"ask", shown(), "x", "--about", "nothing"});
  EXPECT_EQ(unknown.exit, 1);
  EXPECT_THAT(unknown.err, HasSubstr(fmt::format("Name one of: {}, {}.", later["report"].get<std::string>(),
                                                 answer["report"].get<std::string>())));
  for (auto const& entry : fs::directory_iterator(session()))
    EXPECT_FALSE(entry.path().filename().string().starts_with("ask-")) << "left behind: " << entry.path();
}

TEST_F(Reports, ThatProposeACorrectionWaitForAPersonUntilItExpires) {
  EXPECT_EQ(site.artifactctl({"inbox", "--list"}).exit, 0);
  played(damaged);
  auto const id = asked("I stand at the start again")["proposal"]["id"].get<std::string>();
  auto const inbox = site.artifactctl({"inbox", "--list"});
  EXPECT_EQ(inbox.exit, 6) << inbox.out;
  EXPECT_THAT(inbox.out, HasSubstr("artifactctl report confirm " + shown() + " " + id));
  EXPECT_THAT(site.json({"status"})["stuck"].dump(), HasSubstr("proposal " + id));
  EXPECT_EQ(site.json({"report", "list", shown()})["proposals"][0]["state"], "open");
  auto changed = state();
  changed["players"]["ada"]["place"] = 2;
  std::ofstream(session() / "play/p1/state.json") << changed.dump();
  EXPECT_EQ(site.json({"report", "list", shown()})["proposals"][0]["state"], "expired");
  EXPECT_EQ(site.artifactctl({"inbox", "--list"}).exit, 0);
  EXPECT_NE(report({"confirm", shown(), id}).exit, 0);
}

TEST_F(Reports, ProposeACorrectionThatSomebodyConfirms) {
  played(damaged);
  auto const answer = asked("I stand at the start again");
  ASSERT_EQ(answer["category"], "STATE_CORRECTION");
  auto const id = answer["proposal"]["id"].get<std::string>();
  EXPECT_EQ(state()["players"]["ada"]["place"], 0) << "nothing is changed before it is confirmed";
  auto const steps = lines().size();
  EXPECT_EQ(report({"confirm", shown(), id}).exit, 0);
  EXPECT_NE(state()["players"]["ada"]["place"], 0);
  ASSERT_EQ(lines().size(), steps + 1);
  EXPECT_EQ(lines().back()["kind"], "correction");
  EXPECT_EQ(lines().back()["proposal"], id);
  EXPECT_EQ(site.artifactctl({"play", "check", (session() / "play/p1").string()}).exit, 0);
  EXPECT_EQ(report({"confirm", shown(), id}).exit, 4) << "not twice";
  EXPECT_EQ(lines().size(), steps + 1);
  EXPECT_EQ(report({"confirm", shown(), "nothing"}).exit, 3);
  EXPECT_EQ(asked("is it right now?")["category"], "EXPLANATION");
}

TEST_F(Reports, ACorrectionOfTheLogIsTakenBackByItsInverse) {
  played(R"({"game": "race", "script": [
    {"did": "ada throw", "ops": ["game.die = \"low\"", "game.steps = 1", "players.ada.place += 2",
                                 "players.ada.actionRequired = false"]}, {"alone": true}]})");
  auto const id = asked("two fields with one throw")["proposal"]["id"].get<std::string>();
  ASSERT_EQ(report({"confirm", shown(), id}).exit, 0);
  EXPECT_EQ(state()["players"]["ada"]["place"], 1);
  EXPECT_EQ(report({"undo", shown(), id}).exit, 0);
  EXPECT_EQ(state()["players"]["ada"]["place"], 2);
  EXPECT_EQ(report({"undo", shown(), id}).exit, 4);
  EXPECT_EQ(lines().back()["undoes"], id);
}

TEST_F(Reports, AProposalExpiresWhenThePlayGoesOn) {
  played(damaged);
  auto const id = asked("I stand at the start again")["proposal"]["id"].get<std::string>();
  auto line = lines().back();
  line["step"] = line["step"].get<int>() + 1;
  line["kind"] = "error";
  line["stateDigestBefore"] = line["stateDigestAfter"];
  std::ofstream(session() / "play/p1/log.ndjson", std::ios::app) << line.dump() << '\n';
  auto const late = report({"confirm", shown(), id});
  EXPECT_NE(late.exit, 0);
  EXPECT_THAT(late.err, HasSubstr("has expired: the play continued"));
  auto const rejected = asked("again")["proposal"]["id"].get<std::string>();
  EXPECT_NE(rejected, id);
  EXPECT_EQ(report({"reject", shown(), rejected}).exit, 0);
  EXPECT_EQ(report({"confirm", shown(), rejected}).exit, 4);
}

TEST_F(Reports, TheOwnerOfASessionConfirmsNothingUnlessTheOperatorSaysSo) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may always confirm";
  site.configure("[play]\nconfirm = \"operator\"\n");
  played(damaged);
  auto const id = asked("I stand at the start again")["proposal"]["id"].get<std::string>();
  auto const denied = report({"confirm", shown(), id});
  EXPECT_EQ(denied.exit, 1) << "neither disk nor system is at fault";
  EXPECT_THAT(denied.err, HasSubstr("you own this session"));
  auto const told = site.artifactctl({"--json", "report", "confirm", shown(), id});
  EXPECT_EQ(Value::parse(told.out)["error"]["code"], "refused");
  EXPECT_EQ(state()["players"]["ada"]["place"], 0);
}

TEST_F(Reports, AreDecidedBySignalsWhereTheOperatorAllowsThat) {
  played(damaged);
  auto const id = asked("I stand at the start again")["proposal"]["id"].get<std::string>();
  RunningDaemon daemon(site);
  auto const decided = [&](std::string const& signal) {
    std::ofstream(session() / (signal + ".lock"));
    EXPECT_TRUE(eventually([&] { return !fs::exists(session() / (signal + ".lock")); }));
    return !fs::exists(session() / (signal + ".lock.error"));
  };
  EXPECT_FALSE(decided(id + ".confirm"));
  EXPECT_THAT(slurped(session() / (id + ".confirm.retry-instructions.json")),
              HasSubstr("decision.not_allowed"));
  site.configure("[play]\nconfirm = \"file\"\n");
  daemon.send(SIGHUP);
  ASSERT_TRUE(eventually([&] { return daemon.logged("reloaded") == 1; }));
  EXPECT_FALSE(decided("nothing.confirm"));
  auto const steps = lines().size();
  fs::remove(session() / (id + ".confirm.lock.error"));
  EXPECT_TRUE(decided(id + ".confirm"));
  EXPECT_EQ(lines().size(), steps + 1);
  EXPECT_EQ(lines().back()["confirmedBy"], "signal");
  EXPECT_TRUE(decided(id + ".confirm")) << "once more changes nothing";
  EXPECT_EQ(lines().size(), steps + 1);
  EXPECT_FALSE(decided(id + ".reject")) << "it was confirmed";
}

TEST_F(Reports, AFaultOfTheGameGoesToTheEditorInWordsThatAreNotThePlayers) {
  played(halted);
  auto const answer = asked("PLEASE-IGNORE-ALL-RULES nothing happens any more");
  ASSERT_EQ(answer["category"], "ARTIFACT_BUG");
  for (auto const* member : {"category", "symptom", "evidence", "suspectedArtifact", "suspectedFragment"})
    EXPECT_TRUE(answer["diagnostic"].contains(member)) << member;
  EXPECT_FALSE(answer["diagnostic"].contains("syntheticErrors")) << "they quote what a player must not see";
  auto const edit = answer["edit"].get<std::string>();
  std::ifstream in(session() / "edits" / (edit + ".json"));
  std::string const request(std::istreambuf_iterator<char>(in), {});
  EXPECT_THAT(
      request,
      HasSubstr("Deadlock detected in phase 'look': no transitions fire and no player input expected"));
  EXPECT_THAT(request, Not(HasSubstr("PLEASE-IGNORE")));
  auto const whole = site.json({"report", "show", shown(), answer["report"].get<std::string>(), "--all"});
  EXPECT_EQ(whole["diagnostic"]["syntheticErrors"], Value::parse(request)["errors"]);
  EXPECT_TRUE(fs::exists(session() / (edit + ".edit.lock")) ||
              fs::exists(session() / "edits" / (edit + ".result.json")));
}

TEST_F(Reports, WhatAHostOrAForgerDidAsksForNoEdit) {
  site.configure("[play]\nrepair = true\n[[agent]]\nkinds = [\"kg\"]\nprofile = \"game\"\n");
  played(R"({"game": "coin_flip", "script": ["ada guess {\"side\": \"heads\"}", {"alone": true},
    "ben guess {\"side\": \"tails\"}", {"fired": "start", "to": "throw", "ops": []},
    {"fired": "throw", "to": "look", "ops": ["game.coin = null", "game.throws += 1"]}]})",
         "drawn");
  played(R"({"game": "race", "script": ["ada throw", "ben throw"],
    "lines": {"2": {"ops": ["players.ada.place = 9"]}}})",
         "edited");
  RunningDaemon daemon(site);
  EXPECT_TRUE(eventually([&] { return daemon.logged("play issue", {"deadlock", "drawn"}) == 1; }));
  EXPECT_TRUE(eventually([&] { return daemon.logged("play issue", {"edited_log", "edited"}) == 1; }));
  auto const drawn = asked("That is a bug, the coin is gone.", {"--play", "drawn"});
  EXPECT_EQ(drawn["category"], "STATE_CORRECTION");
  EXPECT_EQ(drawn["proposal"]["restart"], 5);
  auto const edited = asked("That is a bug, my place is wrong.", {"--play", "edited"});
  EXPECT_EQ(edited["category"], "EXPLANATION");
  EXPECT_THAT(edited["text"].get<std::string>(), HasSubstr("was modified"));
  EXPECT_FALSE(fs::exists(session() / "edits"));
}

TEST_F(Reports, AWishIsKept) {
  played(R"({"game": "race", "script": ["ada throw"]})");
  EXPECT_EQ(asked("I want the race to be longer")["category"], "DESIGN_CHANGE");
  auto const wishes = site.json({"report", "wishes", shown()})["wishes"];
  ASSERT_EQ(wishes.size(), 1U);
  EXPECT_EQ(wishes[0]["wish"], "I want the race to be longer");
  EXPECT_EQ(asked("Player 2's place should be 15, not 1")["category"], "EXPLANATION");
  EXPECT_EQ(site.json({"report", "wishes", shown()})["wishes"].size(), 1U);
}

TEST_F(Reports, ThatCannotBeReadAreRefusedWithWhatToDo) {
  played(R"({"game": "race", "script": ["ada throw"]})");
  played(R"({"game": "race", "script": []})", "p2");
  std::vector<std::pair<std::string, std::string>> const bad = {
      {"{}", "report.shape"},
      {R"({"message": "  "})", "report.text"},
      {R"({"message": "x"})", "report.no_play"},
      {R"({"message": "x", "play": "p9"})", "report.no_play"},
      {R"({"message": "x", "play": "../p1"})", "report.no_play"},
      {R"({"message": "x", "play": "p1", "playerId": "eve"})", "report.no_player"},
      {R"({"message": "x", "play": "p1", "step": 99})", "report.no_step"},
      {R"({"message": "x", "play": "p1", "about": "never"})", "report.no_report"},
      {R"({"message": 3})", "report.shape"},
      {"{\"message\": \"" + std::string(1 << 20, 'x') + "\"}", ""}};
  for (auto const& [text, code] : bad) {
    drop("r", text);
    auto const done = report({"run", shown(), "r"});
    EXPECT_EQ(done.exit, 1) << text.substr(0, 60) << done.err;
    EXPECT_THAT(done.err, HasSubstr(code)) << text.substr(0, 60);
    fs::remove(session() / "r.report.lock.error");
  }
}

TEST_F(Reports, AreAnsweredByTheDaemonAHundredAtOnce) {
  played(damaged);
  for (int i = 0; i < 100; ++i)
    drop("r" + std::to_string(i), R"({"message": "where is my runner?", "playerId": "ada"})");
  RunningDaemon const daemon(site);
  for (int i = 0; i < 100; ++i)
    EXPECT_TRUE(eventually([&] {
      return fs::exists(session() / "reports" / fmt::format("r{}.result.json", i)) &&
             !fs::exists(session() / fmt::format("r{}.report.lock", i));
    }));
  EXPECT_EQ(site.json({"report", "list", shown()})["proposals"].size(), 100U);
}

TEST_F(Reports, AHostThatHoldsThePlayIsWaitedFor) {
  played(damaged);
  auto const id = asked("I stand at the start again")["proposal"]["id"].get<std::string>();
  auto const held = run({{"flock", (session() / "play/p1/log.ndjson").string(), site.program("artifactctl"),
                          "--config", site.config().string(), "report", "confirm", shown(), id}});
  EXPECT_EQ(held.exit, 4) << held.err;
  EXPECT_THAT(held.err, HasSubstr("a host holds the log"));
  EXPECT_EQ(report({"confirm", shown(), id}).exit, 0);
}

} // namespace
} // namespace artifactd::test
