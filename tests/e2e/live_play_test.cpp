// Plays that are watched while they are played: problems are reported and, if the operator wants, repaired,
// and the play continues with its repaired game.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/told_play.hpp"

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

constexpr auto* halted_play =
    R"({"game": "coin_flip", "fault": "heads leads nowhere", "draws": {"game.coin": "heads"},
  "script": ["ada guess {\"side\": \"heads\"}", "ben guess {\"side\": \"tails\"}"]})";
constexpr auto* sound = R"({"game": "race", "script": ["ada throw", "ben throw", "ada throw"]})";

class LivePlays : public testing::Test {
protected:
  LivePlays() { fs::create_directories(session() / "play"); }

  static std::string settings(std::string const& more = "") {
    return "[play]\nconfirm = \"owner\"\n" + more + "[[agent]]\nkinds = [\"kg\"]\nprofile = \"game\"\n";
  }
  fs::path session() const { return site.root() / "s"; }
  std::string shown() const { return session().string(); }
  fs::path log_of(std::string const& id) const { return session() / "play" / id / "log.ndjson"; }

  /// Sets up a play as a host begins it; returns its log lines, to be written later.
  std::vector<std::string> begun(std::string const& told, std::string const& id) const {
    auto json = Value::parse(told);
    json["id"] = id;
    auto play = play::told_play(json);
    fs::create_directories(session() / "artifacts/game");
    for (auto const& file : play.files)
      std::ofstream(session() / "artifacts/game" / file.name) << file.bytes;
    std::vector<std::string> lines;
    for (auto const& line : std::exchange(play.record.lines, {}))
      lines.push_back(to_json(line).dump());
    play::write_record((session() / "play").string(), play, "game");
    states[id] = play.record.state;
    return lines;
  }
  void append(std::string const& id, std::vector<std::string> const& lines) const {
    for (auto const& line : lines)
      std::ofstream(log_of(id), std::ios::app) << line << '\n';
    std::ofstream(session() / "play" / id / "state.json") << states[id].dump();
  }
  void played(std::string const& told, std::string const& id) const { append(id, begun(told, id)); }

  nlohmann::json found(std::string const& id) const {
    auto const status = site.json({"status"});
    for (auto const& row : status["stuck"])
      if (row["file"] == "play/" + id) return row;
    return nullptr;
  }

  Site site{settings()};
  mutable std::map<std::string, Value> states;
};

TEST_F(LivePlays, WhatGoesWrongIsToldEverywhere) {
  auto const lines = begun(halted_play, "p1");
  RunningDaemon daemon(site);
  append("p1", lines);
  ASSERT_TRUE(eventually([&] { return daemon.logged("play issue", {"deadlock", "p1"}) == 1; }));
  ASSERT_TRUE(eventually([&] { return !found("p1").is_null(); }));
  auto const row = found("p1");
  EXPECT_EQ(row["actor"], "person");
  EXPECT_THAT(row["reason"].get<std::string>(), HasSubstr("Deadlock detected in phase 'look'"));
  EXPECT_THAT(row["next"].get<std::string>(), HasSubstr("artifactctl play show"));
  EXPECT_EQ(site.artifactctl({"status"}).exit, 6);
  EXPECT_EQ(site.artifactctl({"inbox", "--list"}).exit, 6);
  EXPECT_TRUE(eventually([&] {
    return site.artifactctl({"log", "--session", shown()}).out.find("play deadlock") != std::string::npos;
  }));
  EXPECT_EQ(site.json({"play", "list", shown()})["plays"][0]["issues"], 1);
  auto const dismiss = "artifactctl play dismiss " + shown() + " p1";
  EXPECT_THAT(site.artifactctl({"play", "show", shown(), "p1"}).out, HasSubstr(dismiss));
  EXPECT_EQ(site.artifactctl({"play", "dismiss", shown(), "p1"}).exit, 0);
  EXPECT_EQ(site.artifactctl({"status"}).exit, 0);
  EXPECT_THAT(site.artifactctl({"play", "show", shown(), "p1"}).out, Not(HasSubstr(dismiss)));
}

TEST_F(LivePlays, ValuesOfAStateAreNeitherLoggedNorJournalledUnlessTheOperatorWantsThat) {
  auto const journalled = [&](std::string const& text) {
    return site.artifactctl({"--json", "log", "--session", shown()}).out.find(text) != std::string::npos;
  };
  {
    RunningDaemon daemon(site);
    played(halted_play, "p1");
    ASSERT_TRUE(eventually([&] { return journalled("deadlock"); }));
    EXPECT_EQ(daemon.logged("play issue", {"heads"}), 0);
    EXPECT_FALSE(journalled("heads"));
  }
  site.configure(settings("[journal]\ncontent = true\n"));
  RunningDaemon daemon(site);
  played(halted_play, "p2");
  EXPECT_TRUE(eventually([&] { return journalled("heads"); }));
}

TEST_F(LivePlays, ASoundPlayIsNoIssueAndAPlayThatBeginsIsFound) {
  RunningDaemon daemon(site);
  fs::remove(session() / "play");
  played(sound, "p1");
  played(halted_play, "p2");
  ASSERT_TRUE(eventually([&] { return daemon.logged("play issue", {"deadlock", "p2"}) == 1; }));
  EXPECT_EQ(daemon.logged("play issue", {"p1"}), 0);
  fs::remove_all(session() / "play/p2");
  EXPECT_TRUE(eventually([&] { return site.artifactctl({"status"}).exit == 0; }));
}

TEST_F(LivePlays, AnotherDaemonTellsNothingTwiceAndGoesOn) {
  played(halted_play, "p1");
  {
    RunningDaemon daemon(site);
    ASSERT_TRUE(eventually([&] { return daemon.logged("play issue") == 1; }));
    EXPECT_EQ(daemon.stop(), 0);
  }
  RunningDaemon daemon(site);
  played(R"({"game": "coin_flip", "fault": "heads leads nowhere", "draws": {"game.coin": "heads"},
             "players": ["eve", "zoe"],
             "script": ["eve guess {\"side\": \"heads\"}", "zoe guess {\"side\": \"tails\"}"]})",
         "p2");
  ASSERT_TRUE(eventually([&] { return daemon.logged("play issue", {"p2"}) == 1; }));
  EXPECT_EQ(daemon.logged("play issue", {"p1"}), 0);
}

TEST_F(LivePlays, WhoCutsOrEmptiesALogIsNoticedEvenByTheNextDaemon) {
  auto const cut = [&](std::string const& id, std::uintmax_t size) { fs::resize_file(log_of(id), size); };
  auto const lines = begun(halted_play, "p1");
  played(sound, "p2");
  {
    RunningDaemon daemon(site);
    append("p1", {lines.begin(), lines.end() - 1});
    auto const before = fs::file_size(log_of("p1"));
    append("p1", {lines.back()});
    ASSERT_TRUE(eventually([&] { return daemon.logged("play issue", {"deadlock", "p1"}) == 1; }));
    cut("p1", before);
    EXPECT_TRUE(eventually([&] { return daemon.logged("play issue", {"edited_log", "p1"}) == 1; }));
    EXPECT_EQ(daemon.stop(), 0);
  }
  cut("p2", 0);
  RunningDaemon daemon(site);
  EXPECT_TRUE(eventually([&] { return daemon.logged("play issue", {"edited_log", "p2"}) == 1; }));
  EXPECT_EQ(daemon.logged("play issue", {"edited_log"}), 1) << daemon.log();
}

TEST_F(LivePlays, ACertainFaultIsRepairedAndThePlayGoesOnWithTheRepairedGame) {
  site.configure(settings("repair = true\n"));
  played(halted_play, "p1");
  played(halted_play, "p2"); // of the same game: one repair serves both plays
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return daemon.logged("play issue") == 2; }));
  ASSERT_TRUE(eventually([&] { return daemon.logged("merged", {".edit.lock"}) >= 1; }));
  EXPECT_EQ(daemon.logged("edit of a game asked for", {"play-"}), 1) << "asked for once";
  EXPECT_EQ(site.artifactctl({"play", "adopt", shown(), "p1", "--dry-run"}).exit, 0);
  auto const size = fs::file_size(log_of("p1"));
  auto const adopted = site.json({"play", "adopt", shown(), "p1"});
  EXPECT_EQ(adopted["adopted"], true);
  EXPECT_GT(fs::file_size(log_of("p1")), size);
  EXPECT_EQ(site.artifactctl({"play", "check", (session() / "play/p1").string()}).exit, 0);
  EXPECT_EQ(site.json({"play", "adopt", shown(), "p1"})["adopted"], false) << "not twice";
  EXPECT_TRUE(found("p1").is_null());
  EXPECT_FALSE(found("p2").is_null()) << "each play is asked about by itself";
}

TEST_F(LivePlays, ACorrectionThatAHostWroteOverIsProposedAgain) {
  auto json = R"({"game": "race", "script": ["ada throw"], "state": {"players": {"ada": {"place": 0}}}})";
  played(json, "p1");
  auto const asked = site.json({"report", "ask", shown(), "I stand at the start again", "--player", "ada"});
  ASSERT_EQ(asked["category"], "STATE_CORRECTION");
  auto const id = asked["proposal"]["id"].get<std::string>();
  ASSERT_EQ(site.artifactctl({"report", "confirm", shown(), id}).exit, 0);
  RunningDaemon daemon(site);
  // The host still has its own state and continues from there.
  auto const lines = begun(R"({"game": "race", "script": ["ada throw", "ben throw"]})", "other");
  std::vector<Value> log;
  std::ifstream in(log_of("p1"));
  for (std::string line; std::getline(in, line);)
    log.push_back(Value::parse(line));
  auto next = log.back();
  next["step"] = log.size() + 1;
  next["kind"] = "error";
  next["error"] = "the host refuses it";
  next.erase("proposal");
  next["stateDigestBefore"] = next["stateDigestAfter"] = log[log.size() - 3]["stateDigestAfter"];
  append("p1", {next.dump()});
  ASSERT_TRUE(eventually([&] { return daemon.logged("play issue", {"two_hosts"}) == 1; })) << daemon.log();
}

TEST_F(LivePlays, APlayWhoseLogWasEmptiedIsNotOneThatHasNotBegun) {
  played(sound, "p1");
  std::ofstream{log_of("p1")};
  auto const check = [&] {
    return site.artifactctl({"play", "check", (session() / "play/p1").string()}).exit;
  };
  EXPECT_EQ(check(), 1);
  EXPECT_EQ(site.json({"play", "list", shown()})["plays"][0]["phase"], "init");
  auto const asked = site.json({"report", "ask", shown(), "my place is wrong", "--player", "ada"});
  ASSERT_EQ(asked["category"], "STATE_CORRECTION") << asked;
  auto const id = asked["proposal"]["id"].get<std::string>();
  EXPECT_EQ(site.artifactctl({"report", "confirm", shown(), id}).exit, 0);
  EXPECT_EQ(check(), 0);
}

TEST_F(LivePlays, WhatCannotBeExaminedIsToldOnceAndDisturbsNobody) {
  fs::create_directories(session() / "play/empty");
  fs::create_directories(session() / "play/fifo");
  ASSERT_EQ(::mkfifo((session() / "play/fifo/log.ndjson").c_str(), 0600), 0);
  fs::create_symlink("/etc", session() / "play/link");
  fs::create_directories(session() / "play/old");
  std::ofstream(log_of("old")) << "nothing\n";
  fs::last_write_time(log_of("old"), fs::file_time_type::clock::now() - std::chrono::hours(2));
  std::ofstream(session() / "play/file") << "x";
  played(halted_play, "p1");
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return daemon.logged("play issue", {"p1"}) == 1; }));
  ASSERT_TRUE(eventually([&] { return daemon.logged("play not examined", {"old"}) == 1; }));
  EXPECT_EQ(daemon.logged("play not examined"), 1) << daemon.log();
}

} // namespace
} // namespace artifactd::test
