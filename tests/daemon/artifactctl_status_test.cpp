#include "daemon/queries/stuck.hpp"
#include "state/database/sqlite.hpp"
#include "tests/daemon/artifactctl.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::Artifactctl;
using testing::HasSubstr;

TEST_F(Artifactctl, StatusWithoutADaemonLooksForItself) {
  dir.write("root/one/a.kg.lock", "");
  auto answer = run({"status"});
  EXPECT_EQ(answer.exit, Exit::unreachable);
  EXPECT_THAT(answer.out, testing::ContainsRegex("pending  [0-9]+s  one/a.kg: the daemon is not running\n"));
  EXPECT_THAT(answer.out, HasSubstr("artifactctl merge " + session("one") + " a\n"));
  EXPECT_THAT(answer.err, HasSubstr("not running"));
  auto json = run({"status", "--json"}).json();
  EXPECT_EQ(json["daemon"]["running"], false);
  EXPECT_EQ(json["stuck"][0]["state"], "pending");
  EXPECT_EQ(json["stuck"][0]["actor"], "operator");
  EXPECT_EQ(json["stuck"][0]["todo"], "start artifactd, or settle it without one");
}

TEST_F(Artifactctl, StatusIsContentWhenNothingWaits) {
  auto board = daemon({});
  auto answer = run({"status"});
  EXPECT_EQ(answer.exit, Exit::ok);
  EXPECT_THAT(answer.out, testing::StartsWith("artifactd "));
}

TEST_F(Artifactctl, StatusLeavesToArtifactdWhatItRunsAgain) {
  dir.write("root/one/z.kg.lock.error", "");
  dir.write("root/one/z.retry-instructions.json", R"({"next": "reinvoke"})");
  EXPECT_EQ(run({"status", "--json"}).json()["stuck"][0]["actor"], "agent") << "no daemon runs it";
  auto board = daemon({});
  auto const answer = run({"status"});
  EXPECT_EQ(answer.exit, Exit::ok);
  EXPECT_THAT(answer.out, HasSubstr("artifactd runs its agent again"));
  EXPECT_EQ(run({"status", "--json"}).json()["stuck"][0]["actor"], "artifactd");
}

TEST_F(Artifactctl, StatusListsASignalThatIsThereAgainOnce) {
  dir.write("root/one/z.kg.lock.error", "");
  dir.write("root/one/z.kg.lock", "");
  auto const stuck = run({"status", "--json"}).json()["stuck"];
  ASSERT_EQ(stuck.size(), 1U) << stuck;
  EXPECT_EQ(stuck[0]["state"], "pending");
}

TEST_F(Artifactctl, StatusNamesRefusedWorkFirstWithTheCommandThatHelps) {
  dir.write("root/two/x.kg.lock", "");
  dir.write("root/one/z.kg.lock.error", "");
  dir.write("root/one/z.retry-instructions.json", R"({"instructions":["1. remove the comma"],"findings":[
            {"code":"json.unexpected","tier":"syntax","severity":"error","file":"artifacts/z/x.json","line":3,
             "message":"a value is missing after the comma"}]})");
  auto board =
      daemon({.counters = {.settled = 7, .edits = 3, .edits_published = 2},
              .stuck = {{.session = session("two"), .signal = "x.kg.lock", .reason = "mutex busy"}}});
  auto answer = run({"status"});
  EXPECT_EQ(answer.exit, Exit::person);
  auto refused = answer.out.find("  one/z.kg: x.json:3: a value is missing");
  auto pending = answer.out.find("pending  two/x.kg: mutex busy");
  auto rest = answer.out.find("settled 7");
  EXPECT_LT(refused, pending);
  EXPECT_LT(pending, rest);
  EXPECT_NE(rest, std::string::npos);
  EXPECT_THAT(answer.out, HasSubstr("1 for their agents, 1 for nobody\n"));
  EXPECT_THAT(answer.out,
              HasSubstr("repair the artifacts, then: artifactctl retry " + session("one") + " z\n"));
  EXPECT_THAT(answer.out, HasSubstr("edits 3, 2 of them published\n"));
  EXPECT_THAT(answer.out, testing::Not(HasSubstr("1. remove the comma")));
  for (auto const* option : {"-v", "--verbose"})
    EXPECT_THAT(run({"status", option}).out, HasSubstr("1. remove the comma")) << option;

  EXPECT_EQ(run({"status", "two"}).exit, Exit::ok) << "nothing there waits for a person";
}

TEST_F(Artifactctl, LooksBelowTheRootsThatTheRunningDaemonWasGiven) {
  dir.write("root/one/z.kg.lock.error", "");
  auto at = [&](char const* name) { return "\"" + (dir / name).string() + "\"\n"; };
  dir.write("artifactd.toml", "state_dir = " + at("state") + "runtime_dir = " + at("run")); // without a root
  auto board = daemon({.roots = {{.path = (dir / "root").string()}}});
  EXPECT_EQ(run({"status"}).exit, Exit::person);
  EXPECT_THAT(run({"status"}).out, testing::ContainsRegex("refused  [0-9]+s  one/z.kg: "));
  EXPECT_THAT(run({"inbox", "--list"}).out, HasSubstr(session("one")));
  EXPECT_THAT(run({"doctor"}).out, testing::Not(HasSubstr("no [[root]]")));
  fs::create_directory(dir / "elsewhere");
  EXPECT_EQ(run({"--root", (dir / "elsewhere").string(), "status"}).exit, Exit::ok);
}

TEST_F(Artifactctl, StatusSaysInEitherFormThatNoModelCouldBeAsked) {
  dir.write("root/one/z.kg.lock.error", "");
  dir.write("root/one/z.retry-instructions.json", R"({"unasked": "no answer"})");
  for (auto const& words : {std::vector<std::string>{"status"}, {"status", "-v"}})
    EXPECT_THAT(run(words).out, HasSubstr("no reason; no model could be asked: no answer\n"));
}

TEST_F(Artifactctl, StatusNamesMisplacedAndOddSignals) {
  dir.write("root/one/artifacts/a/a.kg.lock", "");
  fs::create_directory(dir / "root/one/b.kg.lock");
  auto board = daemon({});
  auto answer = run({"status", "one"});
  EXPECT_EQ(answer.exit, Exit::person);
  EXPECT_THAT(answer.out, HasSubstr("mv -nT -- " + session("one") + "/artifacts/a/a.kg.lock " +
                                    session("one") + "/a.kg.lock\n"));
  EXPECT_THAT(answer.out,
              HasSubstr("odd  one/b.kg.lock: ignored: it is a directory, and signals are plain files"));
}

TEST_F(Artifactctl, StatusSaysWhoHasToActAndWhyInSentences) {
  dir.write("root/one/a b.kg.lock", "");
  dir.write("root/one/z.kg.lock.error", "");
  dir.write("root/one/z.retry-instructions.json", R"({"budget":{"left":0}})");
  dir.write("root/two/knowledge-graph.json", "broken");
  auto board = daemon({});
  auto const json = run({"status", "--json"}).json();
  EXPECT_EQ(json["counts"], (nlohmann::json{{"operator", 2}, {"person", 1}, {"agent", 0}, {"artifactd", 0}}));
  EXPECT_EQ(json["stuck"][0]["actor"], "operator");
  EXPECT_THAT(json["stuck"][0]["reason"], testing::StartsWith("graph.damaged: line 1, column 1: "));
  EXPECT_EQ(json["stuck"][1]["code"], "bad_name");
  EXPECT_THAT(json["stuck"][1]["reason"], HasSubstr("letters, digits"));
  EXPECT_EQ(json["stuck"][2]["actor"], "person");
  auto const inbox = run({"inbox", "--json"}).json();
  EXPECT_EQ(inbox["strange"].size(), 2U) << "the graph, too";
  for (auto const& row : json["stuck"])
    EXPECT_FALSE(row["reason"].get<std::string>().ends_with(':')) << row;
}

TEST_F(Artifactctl, StatusIsNotTakenInByHostileInstructions) {
  dir.write("root/one/a.kg.lock.error", "");
  auto file = dir / "root/one/a.retry-instructions.json";
  auto answered = [&] { return run({"status", "one"}).out; };
  for (auto const& text : {std::string(100'000, '['), std::string("{\"instructions\":3}"), std::string("[1]"),
                           std::string(2 << 20, ' ')}) {
    dir.write("root/one/a.retry-instructions.json", text);
    EXPECT_THAT(answered(), HasSubstr("artifactctl retry"));
  }
  fs::remove(file);
  dir.write("secret", R"({"instructions":["secret"]})");
  fs::create_symlink(dir / "secret", file);
  EXPECT_THAT(answered(), testing::Not(HasSubstr("secret")));
  fs::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_THAT(answered(), HasSubstr("artifactctl retry"));
}

TEST_F(Artifactctl, DoctorIsContentWithAHealthyMachine) {
  auto board = daemon({});
  record("a", "merged", "{}");
  dir.write("root/one/knowledge-graph.json", "{\"entities\":[]}");
  auto answer = run({"doctor"});
  EXPECT_EQ(answer.exit, Exit::ok) << answer.out;
  EXPECT_TRUE(fs::is_empty(dir / "root/two"));
  EXPECT_EQ(std::distance(fs::directory_iterator(dir / "root"), {}), 2) << "what was tried out is gone";
}

TEST_F(Artifactctl, AFullDiskWaitsForAnOperatorWithWhatHelps) {
  dir.write("root/one/a.kg.lock", "");
  dir.write("root/one/b.kg.lock", "");
  dir.write("root/two/a.kg.lock", "");
  auto const full = std::string("allocate: new version: No space left on device");
  auto const journal = (dir / "state/journal.db").string() + ": database or disk is full";
  auto const board =
      daemon({.health = Board::Health::degraded,
              .reason = "the journal cannot be written\nthe page is not served",
              .stuck = {{.session = session("one"), .signal = "a.kg.lock", .reason = full},
                        {.session = session("one"), .signal = "b.kg.lock", .reason = full},
                        {.session = session("two"), .signal = "a.kg.lock", .reason = journal}}});
  auto const status = run({"status"});
  EXPECT_EQ(status.exit, Exit::person);
  EXPECT_THAT(run({"status", "-v"}).out, HasSubstr("df -h -- " + session("one") + "\n"));
  EXPECT_THAT(run({"status", "-v"}).out, HasSubstr("df -h -- " + (dir / "state").string() + "\n"));
  EXPECT_EQ(run({"inbox"}).exit, Exit::person);
  auto const doctor = run({"doctor"});
  EXPECT_EQ(doctor.exit, Exit::judged_bad);
  EXPECT_THAT(doctor.out,
              HasSubstr("2 signals, such as " + session("one") + "/a.kg.lock wait: " + full + "\n"));
  EXPECT_THAT(doctor.out, HasSubstr("df -h -- " + (dir / "state").string() + "\n"));
  EXPECT_THAT(doctor.out, HasSubstr("problem  artifactd: degraded: the page is not served\n"));
}

TEST_F(Artifactctl, DoctorNamesWhatWaitsForAPerson) {
  dir.write("root/one/a.kg.lock", "");
  auto const board = daemon({.stuck = {{.session = session("one"),
                                        .signal = "a.kg.lock",
                                        .reason = "session.denied: user 7 may not write",
                                        .lasting = true}}});
  auto const doctor = run({"doctor"});
  EXPECT_EQ(doctor.exit, Exit::judged_bad);
  EXPECT_THAT(doctor.out, HasSubstr("/a.kg.lock waits: session.denied"));
}

TEST_F(Artifactctl, DoctorMovesTheJournalOfAnotherVersionAside) {
  auto const path = (dir / "state/journal.db").string();
  record("a", "merged", "{}");
  {
    auto journal = sqlite::Database::open(path, sqlite::Access::write);
    ASSERT_TRUE(journal && journal->run("PRAGMA user_version = 99"));
  }
  auto const doctor = run({"doctor"});
  EXPECT_THAT(doctor.out, HasSubstr("&& mv -- " + path + " " + path + ".aside && "));
  EXPECT_THAT(run({"doctor", "--fsck"}).out, HasSubstr("&& mv -- " + path + " " + path + ".aside && "));
}

TEST_F(Artifactctl, DoctorNamesEachTroubleAndItsCure) {
  dir.write("root/one/artifacts/a/a.kg.lock", "");
  dir.write("root/one/bad name.kg.lock", "");
  dir.write("root/one/.artifactd/work/graph.new.1", "");
  dir.write("root/two/knowledge-graph.json", "{\"a\":1,}");
  auto answer = run({"doctor"});
  EXPECT_EQ(answer.exit, Exit::judged_bad);
  for (auto const& text :
       {std::string("artifactd: is not running"), "mv -nT -- " + session("one") + "/artifacts/a/a.kg.lock",
        "mv -nT -- '" + session("one") + "/bad name.kg.lock' " + session("one") + "/bad-name.kg.lock",
        "artifactctl merge " + session("one"), "mv -nT -- " + session("two") + "/knowledge-graph.json"})
    EXPECT_THAT(answer.out, HasSubstr(text));
  auto json = run({"doctor", "--json"}).json();
  EXPECT_GE(json["findings"].size(), 5U);
}

TEST_F(Artifactctl, TheSystemsDaemonIsNamedWhereOnesOwnIsNotRunning) {
  auto systems = StatusBoard::create((dir / "system").string());
  ASSERT_TRUE(systems);
  auto const config = *load_config({.file = (dir / "artifactd.toml").string(), .served = kind_list()});
  EXPECT_EQ(system_daemon_advice(config, (dir / "nowhere").string()), "");
  systems->write({.pid = ::getpid()});
  EXPECT_THAT(system_daemon_advice(config, (dir / "system").string()),
              HasSubstr("--config /etc/artifactd/artifactd.toml"));
  EXPECT_EQ(system_daemon_advice(config, config.board_path()), "") << "it is that one";
}

TEST_F(Artifactctl, ADirectoryThatNobodyWatchesIsNotWell) {
  auto const board = daemon({.roots = {{.path = (dir / "root").string()}}});
  EXPECT_EQ(run({"status", "one"}).exit, Exit::ok);
  auto const elsewhere = run({"status", dir.path().string()});
  EXPECT_EQ(elsewhere.exit, Exit::person);
  EXPECT_THAT(elsewhere.out, HasSubstr("does not watch this session; its roots: " + (dir / "root").string()));
}

TEST_F(Artifactctl, DoctorNamesAFileInThePlaceOfARootOnce) {
  dir.write("conf.d/1.toml", "[[root]]\npath = \"" + (dir / "plain").string() + "\"\n");
  dir.write("plain", "");
  auto const doctor = run({"doctor"});
  EXPECT_THAT(doctor.out, HasSubstr("ls -ld -- " + (dir / "plain").string()));
  EXPECT_EQ(doctor.out.find("Not a directory"), doctor.out.rfind("Not a directory")) << doctor.out;
}

TEST_F(Artifactctl, DoctorReportsMissingRoots) {
  dir.write("conf.d/1.toml", "[[root]]\npath = \"" + (dir / "gone").string() + "\"\n");
  auto answer = run({"doctor"});
  EXPECT_EQ(answer.exit, Exit::judged_bad);
  EXPECT_THAT(answer.out, HasSubstr("mkdir -p -- " + (dir / "gone").string()));
}

TEST_F(Artifactctl, DoctorReportsABrokenConfiguration) {
  for (auto const* broken : {"nonsense", "[[agent]]\nstrategy = \"filter\"\nfilter = \".a |\"\n"}) {
    dir.write("conf.d/1.toml", broken);
    auto answer = run({"doctor"});
    EXPECT_EQ(answer.exit, Exit::judged_bad);
    EXPECT_THAT(answer.out, HasSubstr("1.toml:"));
  }
}

} // namespace
} // namespace artifactd
