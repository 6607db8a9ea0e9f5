// Playing games: searched for faults, played by bots and by a person, recorded, and refused if playing cannot
// work.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/game_corpus.hpp"
#include "tests/support/told_play.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// three-omens plays another round until the seventh; here only until the second, so that a game without a
/// winner by then halts.
std::vector<game::GameFile> halting_game() {
  auto files = game_files("three-omens");
  auto& bytes = std::ranges::find(files, "transitions.json", &game::GameFile::name)->bytes;
  std::string const guard = R"({ "<": [{ "var": "game.round" }, 7] })";
  bytes.replace(bytes.find(guard), guard.size(), R"({ "<": [{ "var": "game.round" }, 2] })");
  return files;
}

class GamePlay : public testing::Test {
protected:
  Ended game(std::vector<std::string> words) const {
    words.insert(words.begin(), "game");
    return site.artifactctl(words);
  }
  std::string directory(std::vector<game::GameFile> const& files, std::string const& name = "game") const {
    fs::create_directories(site.path() / name);
    for (auto const& file : files)
      std::ofstream(site.path() / name / file.name) << file.bytes;
    return (site.path() / name).string();
  }
  /// Plays a game with bots; returns the directory of its record.
  fs::path played(std::string const& seed) const {
    auto const records = site.path() / ("records-" + seed);
    auto const done = game({"play", directory(game_files("three-omens")), "--seat", "none", "--seed", seed,
                            "--record", records.string()});
    EXPECT_EQ(done.exit, 0) << done.out << done.err;
    return fs::directory_iterator(records)->path();
  }

  Site site;
};

TEST_F(GamePlay, ASoundGameHasNoCertainFault) {
  auto const done = game({"simulate", directory(game_files("three-omens"))});
  EXPECT_EQ(done.exit, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("2 players"));
  EXPECT_THAT(done.out, HasSubstr("0 certain, 0 possible"));
  EXPECT_THAT(done.out, HasSubstr("100 plays by bots (random): finished 100"));
  EXPECT_EQ(game({"simulate", directory(game_files("three-omens")), "--players", "a,a"}).exit, 2);
  EXPECT_EQ(game({"simulate", directory(game_files("three-omens")), "--players", "0"}).exit, 2);
  EXPECT_EQ(game({"simulate", site.path().string()}).exit, 3);
}

TEST_F(GamePlay, AFaultIsFoundWithTheWayThatLeadsThere) {
  auto const halting = directory(halting_game());
  auto const checked = game({"check", halting});
  EXPECT_EQ(checked.exit, 1);
  EXPECT_THAT(checked.out, HasSubstr("[game.P01]"));
  auto const done = game({"simulate", halting});
  EXPECT_EQ(done.exit, 1);
  EXPECT_THAT(done.out, HasSubstr("certain: deadlock in phase 'reveal', 4 actions from the beginning"));
  auto const found = site.json({"game", "simulate", halting, "--plays", "0"});
  auto const& fault = found["faults"][0];
  EXPECT_EQ(fault["type"], "deadlock");
  EXPECT_EQ(fault["certain"], true);
  EXPECT_EQ(fault["actions"], 4);
  EXPECT_EQ(fault["moves"].size(), 4U);
  EXPECT_EQ(found["complete"], true);

  auto const file = (site.path() / "fault.json").string();
  std::ofstream(file) << found.dump();
  auto const again = game({"simulate", halting, "--replay", file});
  EXPECT_EQ(again.exit, 0);
  EXPECT_THAT(again.out, HasSubstr("deadlock: reproduced"));
  auto const sound = directory(game_files("three-omens"), "sound");
  auto const repaired = game({"simulate", sound, "--replay", file});
  EXPECT_EQ(repaired.exit, 1);
  EXPECT_THAT(repaired.out, HasSubstr("not reproduced"));
  std::ofstream(file) << "{\"steps\": 3}";
  EXPECT_EQ(game({"simulate", halting, "--replay", file}).exit, 1);
}

TEST_F(GamePlay, BotsPlayTheSameGameForTheSameSeed) {
  auto const log = [](fs::path const& record) {
    std::ifstream in(record / "log.ndjson");
    std::string steps;
    for (std::string line; std::getline(in, line);) {
      auto json = nlohmann::ordered_json::parse(line);
      json.erase("at");
      steps += json.dump() + "\n";
    }
    return steps;
  };
  auto const first = log(played("7"));
  fs::remove_all(site.path() / "records-7");
  EXPECT_EQ(log(played("7")), first);
  EXPECT_NE(log(played("8")), first);
}

TEST_F(GamePlay, ARecordIsPlayedAgainToTheSameStates) {
  auto const record = played("3");
  auto const done = game({"replay", record.string()});
  EXPECT_EQ(done.exit, 0) << done.out;
  EXPECT_THAT(done.out, HasSubstr("every step leads where the log says"));
  auto const told = site.json({"game", "replay", record.string(), "--to", "3"});
  EXPECT_EQ(told["steps"], 3);
  EXPECT_EQ(told["state"]["game"]["currentPhase"], "choose");
  EXPECT_THAT(game({"replay", record.string(), "--to", "3"}).out, HasSubstr("\n3 of "));
  EXPECT_EQ(game({"replay", record.string(), "--to", "-1"}).exit, 2);
  auto const beyond = game({"replay", record.string(), "--to", "99999"});
  EXPECT_EQ(beyond.exit, 3);
  EXPECT_THAT(beyond.err, HasSubstr("there is no step 99999; the last one is "));
}

TEST_F(GamePlay, WhatNobodyCanPlayLeavesNoRecord) {
  auto const records = site.path() / "records";
  auto const refused = [&](std::vector<std::string> more) {
    std::vector<std::string> words{
        "play", directory(game_files("three-omens")), "--seat", "none", "--record", records.string()};
    words.insert(words.end(), more.begin(), more.end());
    auto const done = game(words);
    EXPECT_FALSE(fs::exists(records)) << done.out;
    return done.exit;
  };
  EXPECT_NE(refused({"--model", "nobody"}), 0);
  for (auto const* players : {"-3", "1e2", "99999999999999999999", "0"})
    EXPECT_EQ(refused({"--players", players}), 2) << players;
}

TEST_F(GamePlay, ARecordWithoutPlayersIsRefusedWithTheReason) {
  auto const record = played("3");
  std::ofstream(record / "meta.json") << "no JSON";
  EXPECT_THAT(game({"replay", record.string()}).err, HasSubstr("meta.json is not a JSON object"));
  std::ofstream(record / "meta.json") << "{}";
  EXPECT_THAT(game({"replay", record.string()}).err, HasSubstr("meta.json names no players"));
  fs::remove(record / "meta.json");
  EXPECT_THAT(game({"replay", record.string()}).err, HasSubstr("there is no meta.json"));
}

TEST_F(GamePlay, ARecordThatSomebodyChangedDepartsAtThatStep) {
  auto const record = played("3");
  std::ifstream in(record / "log.ndjson");
  std::string log(std::istreambuf_iterator<char>(in), {});
  auto const second = log.find("\"kind\":\"action\"");
  auto const omen = log.find("\"omen\":\"", second) + 8;
  auto const word = log.substr(omen, log.find('"', omen) - omen);
  log.replace(omen, word.size(), word == "tide" ? "bough" : "tide");
  std::ofstream(record / "log.ndjson") << log;
  auto const changed = game({"replay", record.string()});
  EXPECT_EQ(changed.exit, 1);
  EXPECT_THAT(changed.out, HasSubstr("step 2: it leads to another state than the log says"));
  EXPECT_THAT(changed.out, HasSubstr(": 1 departure")); // it continues from what the log says

  auto const touched = played("4");
  std::ofstream(touched / "state.json") << "{}";
  EXPECT_THAT(game({"replay", touched.string()}).out, HasSubstr("state.json is not the state"));

  auto const cut = played("5");
  fs::resize_file(cut / "log.ndjson", fs::file_size(cut / "log.ndjson") - 10);
  EXPECT_THAT(game({"replay", cut.string()}).out, HasSubstr("is unfinished"));
  fs::remove(cut / "log.ndjson");
  EXPECT_EQ(game({"replay", cut.string()}).exit, 3);
  fs::create_symlink("/etc/passwd", cut / "log.ndjson");
  EXPECT_EQ(game({"replay", cut.string()}).exit, 1);
}

/// The only part of a race that needs a model is who has won it.
TEST_F(GamePlay, AModelComputesWhatOnlyOneCan) {
  fs::permissions(site.path(), fs::perms(0777)); // if the tests run as root, a model's command runs as nobody
  std::ofstream(site.path() / "model.sh") << "cat > asked; echo '{\"winnerId\": \"player2\"}'\n";
  site.configure("[models.mine]\nkind = \"command\"\nfree = true\ncommand = [\"/bin/sh\", \"-c\", \"cd " +
                 site.path().string() + " && . ./model.sh\"]\n");
  auto const files = play::told_play(play::Value::parse(R"({"game": "race", "script": []})")).files;
  auto const records = site.path() / "records";
  auto const bots = [&] {
    return game({"play", directory(files, "race"), "--seat", "none", "--model", "mine", "--record",
                 records.string()});
  };
  auto const alone = bots();
  EXPECT_THAT(alone.out, Not(HasSubstr("the model gave no values"))) << "it needs no daemon";
  fs::remove_all(records);
  RunningDaemon daemon(site);
  auto const done = bots();
  EXPECT_EQ(done.exit, 0) << done.out << done.err;
  auto const record = fs::directory_iterator(records)->path();
  std::ifstream log(record / "log.ndjson");
  std::string const text(std::istreambuf_iterator<char>(log), {});
  EXPECT_THAT(text, HasSubstr("\"source\":\"model\""));
  EXPECT_THAT(text, HasSubstr("{\"name\":\"winnerId\",\"value\":\"player2\"}"));
  EXPECT_EQ(game({"replay", record.string()}).exit, 0);
  std::ofstream(site.path() / "model.sh") << "echo 'I do not know.'\n";
  auto const without = bots();
  EXPECT_EQ(without.exit, 0) << "the seed decides then";
  EXPECT_THAT(without.out + without.err, HasSubstr("the model gave no values"));
  EXPECT_NE(game({"play", directory(files, "race"), "--seat", "none", "--model", "nobody"}).exit, 0);
}

TEST_F(GamePlay, AGameThatHaltsIsRefusedAndRepairedByTheRules) {
  site.configure("[[agent]]\nmatch = \"story\"\nprofile = \"game\"\neditor = \"off\"\n");
  auto session = site.session("s");
  for (auto const& file : halting_game())
    session.artifact("story", file.name, file.bytes);
  {
    RunningDaemon daemon(site);
    session.drop("story");
    ASSERT_TRUE(eventually([&] { return session.refused("story"); }));
    auto const instructions = session.text("story.retry-instructions.json");
    EXPECT_THAT(instructions, HasSubstr("Deadlock detected in phase 'reveal'"));
    EXPECT_THAT(instructions, HasSubstr("This is reached by: initialize_game fires; player1 does pick_omen"));
  }
  site.configure("[[agent]]\nmatch = \"story\"\nprofile = \"game\"\n");
  fs::rename(session / "story.kg.lock.error", session / "story.kg.lock");
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return session.merged("story"); }));
  EXPECT_EQ(game({"simulate", (session / "artifacts/story").string()}).exit, 0);
}

TEST_F(GamePlay, WhoWantsToIsOnlyWarned) {
  site.configure("[[agent]]\nmatch = \"story\"\nprofile = \"game\"\nsimulate = \"report\"\n");
  auto session = site.session("s");
  for (auto const& file : halting_game())
    session.artifact("story", file.name, file.bytes);
  session.drop("story");
  auto const done = site.artifactctl({"merge", (session / "").string()});
  EXPECT_EQ(done.exit, 0) << done.err;
  EXPECT_TRUE(session.merged("story"));
}

/// The records of scripted plays in the session "s".
class PlayRecords : public GamePlay {
protected:
  PlayRecords() { fs::create_directories(session() / "play"); }
  fs::path session() const { return site.path() / "root/s"; }
  fs::path record(std::string const& id, std::string const& told) const {
    auto json = play::Value::parse(told);
    json["id"] = id;
    play::write_record((session() / "play").string(), play::told_play(json));
    return session() / "play" / id;
  }
  fs::path halted() const {
    return record("halted",
                  R"({"game": "best_of_rounds", "fault": "nobody is asked at the beginning", "script": []})");
  }
  fs::path sound() const { return record("sound", R"({"game": "race", "script": ["ada throw"]})"); }
};

TEST_F(PlayRecords, AreExamined) {
  auto const good = site.artifactctl({"play", "check", sound().string()});
  EXPECT_EQ(good.exit, 0) << good.out << good.err;
  EXPECT_THAT(good.out, HasSubstr("2 steps, not over, phase 'go': nothing is wrong with it"));
  auto const bad = site.artifactctl({"play", "check", halted().string()});
  EXPECT_THAT(bad.out, HasSubstr("1 issue, 0 departures"));
  EXPECT_EQ(bad.exit, 1);
  EXPECT_THAT(
      bad.out,
      HasSubstr("Deadlock detected in phase 'choose': no transitions fire and no player input expected"));
  auto const json = site.json({"play", "check", halted().string()});
  for (auto const* member : {"type", "details", "currentState", "currentPhase", "turnsSinceLastTransition"})
    EXPECT_TRUE(json["issues"][0].contains(member)) << member;
  EXPECT_EQ(site.artifactctl({"play", "check", site.path().string()}).exit, 3);
}

TEST_F(PlayRecords, OfASessionAreListedAndShown) {
  sound();
  halted();
  fs::create_directory_symlink("/etc", session() / "play/link");
  fs::create_directory(session() / "play/empty");
  auto const s = session().string();
  EXPECT_EQ(site.artifactctl({"play", "list", s}).exit, 1) << "a record cannot be read";
  auto const list = site.json({"play", "list", s})["plays"];
  ASSERT_EQ(list.size(), 3U) << list.dump();
  EXPECT_THAT(list[0]["error"].get<std::string>(), HasSubstr("log.ndjson"));
  EXPECT_EQ(list[1]["phase"], "choose");
  EXPECT_EQ(list[2]["over"], false);
  auto const shown = site.artifactctl({"play", "show", s, "sound"});
  EXPECT_EQ(shown.exit, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("ada does throw"));
  EXPECT_EQ(site.json({"play", "show", s, "sound"})["lines"].size(), 2U);
  EXPECT_EQ(site.artifactctl({"play", "show", s, "halted"}).exit, 1);
  EXPECT_EQ(site.artifactctl({"play", "show", s, "nothing"}).exit, 3);
  EXPECT_EQ(site.artifactctl({"play", "show", s, "link"}).exit, 1);
  EXPECT_EQ(site.artifactctl({"play", "show", s, "../play/sound"}).exit, 1);
}

} // namespace
} // namespace artifactd::test
