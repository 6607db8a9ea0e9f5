#include "agents/state/state_kind.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/process/version.hpp"
#include "daemon/programs/kind_list.hpp"
#include "daemon/queries/stuck.hpp"
#include "daemon/service/daemon_options.hpp"
#include "merge/kg/kg_kind.hpp"
#include "tests/daemon/artifactctl.hpp"
#include "tests/support/source_dir.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::Artifactctl;
using testing::HasSubstr;

TEST_F(Artifactctl, NamesTheCommandThatWasProbablyMeant) {
  auto const misspelt = run({"stauts"});
  EXPECT_EQ(misspelt.exit, Exit::usage);
  EXPECT_THAT(misspelt.err, HasSubstr("there is no command \"stauts\". Did you mean status?"));
  EXPECT_THAT(run({"state", "chekc", "x"}).err, HasSubstr("\"state chekc\". Did you mean state check?"));
  EXPECT_THAT(run({"zzzzzz"}).err, HasSubstr("there is no command \"zzzzzz\". `artifactctl --help`"));
  EXPECT_THAT(run({"--bogus"}).err, HasSubstr("there is no option \"--bogus\"."));
}

TEST_F(Artifactctl, PrintsTheHelpOfWhatLacksACommand) {
  EXPECT_THAT(run({}).err, HasSubstr("what is stuck, why, what to do"));
  EXPECT_EQ(run({}).exit, Exit::usage);
  EXPECT_THAT(run({"state"}).err, HasSubstr("Usage: artifactctl state"));
  EXPECT_THAT(run({"help"}).out, HasSubstr("what is stuck, why, what to do"));
  EXPECT_EQ(run({"help"}).exit, Exit::ok);
  EXPECT_THAT(run({"merge"}).err, HasSubstr("session is required"));
}

TEST_F(Artifactctl, RuleWinnerNoticesRulesOfOneName) {
  dir.write("a.yaml", "name: r\nglob: '*.csv'\n");
  dir.write("b.yaml", "name: r\nglob: '*'\npriority: 7\n");
  dir.write("c.yaml", "name: s\nglob: '*'\npriority: 5\n");
  dir.write("samples.json", R"({"paths": ["/x/1.csv", "/x/2"]})");
  auto const file = [&](char const* name) { return (dir / name).string(); };
  auto const winner = [&](std::vector<std::string> const& rules, std::string const& form) {
    std::vector<std::string> words{form, "rule", "winner", "--samples", file("samples.json")};
    words.insert(words.end(), rules.begin(), rules.end());
    return run(words);
  };
  auto const shared = winner({file("a.yaml"), file("b.yaml"), file("c.yaml")}, "--json");
  EXPECT_EQ(shared.exit, Exit::judged_bad);
  EXPECT_THAT(shared.err, HasSubstr("several rules are named r: " + file("a.yaml") + ", " + file("b.yaml")));
  EXPECT_EQ(shared.json()["shared_names"]["r"].size(), 2U);
  EXPECT_EQ(shared.json()["winners"][0]["file"], file("a.yaml"));
  EXPECT_EQ(shared.json()["winners"][1]["file"], file("b.yaml"));
  auto const apart = winner({file("a.yaml"), file("c.yaml")}, "--json");
  EXPECT_EQ(apart.exit, Exit::ok);
  EXPECT_TRUE(apart.json()["shared_names"].empty());
}

TEST_F(Artifactctl, RuleTestTakesTheSamplesBesideTheRule) {
  dir.write("a.yaml", "name: a\nglob: '*.csv'\ntag: t\n");
  EXPECT_THAT(run({"rule", "test", (dir / "a.yaml").string()}).err, HasSubstr("--samples with"));
  dir.write("a.samples.json", R"({"paths": ["/x/1.csv"]})");
  auto const judged = run({"rule", "test", (dir / "a.yaml").string()});
  EXPECT_EQ(judged.exit, Exit::ok) << judged.err;
}

TEST_F(Artifactctl, MergeReportsAnEarlierRefusal) {
  dir.write("root/one/artifacts/a/x.json", "{");
  dir.write("root/one/a.kg.lock", "");
  EXPECT_EQ(run({"merge", "one", "a"}).exit, Exit::judged_bad);
  auto const again = run({"--json", "merge", "one", "a"});
  EXPECT_EQ(again.exit, Exit::judged_bad);
  EXPECT_EQ(again.json()["signals"][0]["outcome"], "refused");
  EXPECT_EQ(again.json()["signals"][0]["findings"][0]["code"], "json.truncated");
  EXPECT_EQ(run({"merge", "one", "b"}).exit, Exit::ok);
}

TEST_F(Artifactctl, MergeOnTrialTellsInJsonWhatItWouldDo) {
  dir.write("root/one/artifacts/a/x.json", "{");
  dir.write("root/one/a.kg.lock", "");
  auto const answer = run({"--json", "merge", "one", "--dry-run"});
  EXPECT_EQ(answer.exit, Exit::judged_bad);
  auto const json = answer.json();
  EXPECT_EQ(json["dry_run"], true);
  EXPECT_EQ(json["signals"][0]["signal"], "a.kg.lock");
  EXPECT_EQ(json["signals"][0]["outcome"], "refused");
  EXPECT_EQ(json["signals"][0]["findings"][0]["code"], "json.truncated");
  EXPECT_TRUE(std::filesystem::exists(dir / "root/one/a.kg.lock"));
}

TEST_F(Artifactctl, LeavesWithTheDocumentedCodes) {
  EXPECT_EQ(run({"--help"}).exit, Exit::ok);
  EXPECT_EQ(run({"status", "--help"}).exit, Exit::ok);
  EXPECT_EQ(run({"--version"}).out, "artifactctl " + std::string(version_text) + " (c0ffee)\n");
  for (auto const& words : std::vector<std::vector<std::string>>{{},
                                                                 {"nonsense"},
                                                                 {"merge"},
                                                                 {"merge", "one", "--wait", "soon"},
                                                                 {"status", "--bogus"},
                                                                 {"config"}})
    EXPECT_EQ(run(words).exit, Exit::usage);
  EXPECT_EQ(run({"status", "nowhere"}).exit, Exit::not_found);
  EXPECT_EQ(run({"status", (dir / "nowhere").string()}).exit, Exit::not_found);
  EXPECT_EQ(run({"explain", session("one") + "/-bad-.lock"}).exit, Exit::usage);
  dir.write("artifactd.toml", "worker = 3\n");
  EXPECT_EQ(run({"status"}).exit, Exit::configuration);
}

TEST_F(Artifactctl, VersionIsTheProjects) {
  std::ifstream file(test::source_dir() + "/CMakeLists.txt");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(text, HasSubstr("project(artifactd VERSION " + std::string(version_text) + " "));
}

TEST_F(Artifactctl, WithJsonEveryFailureIsADocumentWithCodeAndMessage) {
  auto const failed = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "--json");
    return run(std::move(words)).json().at("error");
  };
  EXPECT_EQ(failed({"stauts"})["code"], "usage");
  EXPECT_EQ(failed({"merge"})["code"], "usage");
  EXPECT_EQ(failed({"explain", session("one") + "/-bad-.lock"})["code"], "usage");
  EXPECT_EQ(failed({"status", (dir / "nowhere").string()})["code"], "not_found");
  EXPECT_THAT(failed({"history", "one", "a b"})["message"].get<std::string>(), HasSubstr("a b"));
  EXPECT_EQ(failed({"restore", "one"})["code"], "not_found");
  EXPECT_EQ(failed({"retry", "one", "nobody"})["code"], "not_found");
  dir.write("artifactd.toml", "worker = 3\n");
  EXPECT_THAT(failed({"status"})["message"].get<std::string>(), HasSubstr("did you mean \"workers\"?"));
  EXPECT_EQ(failed({"merge", "one"})["code"], "configuration");
}

TEST_F(Artifactctl, ConfigCheckPrintsOkOrEveryError) {
  EXPECT_EQ(run({"config", "check"}).out, "OK\n");
  EXPECT_EQ(run({"config", "check", "--json"}).json()["ok"], true);
  dir.write("s.json", R"({"requried": ["a"]})");
  dir.write("artifactd.toml", "[[agent]]\nschema = \"s.json\"\n");
  EXPECT_THAT(run({"config", "check"}).out, AllOf(HasSubstr("warning: "), HasSubstr("\"required\"?\nOK\n")));
  EXPECT_EQ(run({"config", "check", "--json"}).json()["warnings"].size(), 1U);
  dir.write("artifactd.toml", "worker = 3\n[log]\nlevel = \"loud\"\n");
  auto answer = run({"config", "check"});
  EXPECT_EQ(answer.exit, Exit::configuration);
  EXPECT_THAT(answer.out, HasSubstr(":1:1: worker: unknown key (did you mean \"workers\"?)"));
  EXPECT_THAT(answer.out, HasSubstr(":3:9: log.level"));
  EXPECT_EQ(run({"--json", "config", "check"}).json()["errors"].size(), 2U);
}

TEST_F(Artifactctl, ConfigShowSaysWhereAValueWasSet) {
  EXPECT_THAT(run({"config", "show"}).out, HasSubstr("workers = 32  # default"));
  auto json = run({"config", "show", "--json"}).json();
  EXPECT_EQ(json["settings"]["limits"]["artifact_bytes"], "64KiB");
  EXPECT_THAT(json["origins"]["state_dir"], HasSubstr("artifactd.toml:1"));
}

TEST_F(Artifactctl, LogPrintsTheJournalOneEventPerLine) {
  record("a", "merged", R"({"steps":[["seen",0],["retired",1500]]})");
  record("b", "refused",
         R"({"findings":[{"code":"json.trailing","file":"x.json","line":3,"message":"bad"}]})");
  auto text = run({"log"}).out;
  EXPECT_THAT(text, HasSubstr("a.kg  1.5 ms\n"));
  EXPECT_THAT(text, HasSubstr("refused    " + session("one") + "  b.kg  x.json:3: bad [json.trailing]\n"));
  EXPECT_EQ(run({"log", "-n", "1", "--json"}).json()["name"], "b");
  EXPECT_EQ(run({"log", "--signal", "a", "--json"}).json()["name"], "a");
  EXPECT_EQ(run({"log", "--session", "two"}).out, "");
  EXPECT_EQ(run({"log", "--session", "one", "--signal", "b.kg", "--json"}).json()["outcome"], "refused");
}

TEST_F(Artifactctl, LogShowsHostileDetailsHarmlessly) {
  record("a", "pending", std::string("{\"reason\":\"\\u001b[31m\\nforged\"}"));
  record("b", "pending", std::string(2000, '[') + std::string(2000, ']'));
  auto text = run({"log"}).out;
  EXPECT_EQ(std::ranges::count(text, '\n'), 2);
  EXPECT_THAT(text, HasSubstr(R"(reason \x1b[31m\x0aforged)"));
}

TEST_F(Artifactctl, LogWithoutAJournalIsNotFound) {
  EXPECT_EQ(run({"log"}).exit, Exit::not_found);
}

TEST_F(Artifactctl, ExplainTellsTheStoryOfASignalThatIsGone) {
  record("a", "merged", R"({"steps":[["seen",0],["read",120],["retired",840]],"generation":12})");
  auto answer = run({"explain", session("one") + "/a.kg.lock"});
  EXPECT_EQ(answer.exit, Exit::ok);
  EXPECT_THAT(answer.out, HasSubstr("now       gone"));
  EXPECT_THAT(answer.out, HasSubstr("merged  generation 12\n"));
  EXPECT_THAT(answer.out, testing::ContainsRegex("840 µs  retired +\\+720 µs"));
  auto json = run({"explain", "--json", session("one") + "/a.kg.lock.error"}).json();
  EXPECT_EQ(json["signal"], "a.kg.lock");
  EXPECT_EQ(json["now"]["state"], "gone");
  EXPECT_EQ(json["events"][0]["detail"]["generation"], 12);
}

TEST_F(Artifactctl, ExplainShowsWhatStandsOnDiskAndWhy) {
  dir.write("root/one/a.kg.lock.error", "");
  dir.write("root/one/a.retry-instructions.json", R"({"instructions":["repair x.json","then \u001b[2J"]})");
  auto answer = run({"explain", session("one") + "/a.kg.lock"});
  EXPECT_EQ(answer.exit, Exit::ok);
  EXPECT_THAT(answer.out, HasSubstr("now       refused since "));
  EXPECT_THAT(answer.out, HasSubstr("repair x.json\n"));
  EXPECT_THAT(answer.out, HasSubstr(R"(then \x1b[2J)"));
  EXPECT_EQ(run({"explain", session("one") + "/never.kg.lock"}).exit, Exit::not_found);
}

TEST_F(Artifactctl, SessionsAreNamedByPathByLinkAndByName) {
  auto config = *load_config({.file = (dir / "artifactd.toml").string(), .served = kind_list()});
  fs::create_directory_symlink(dir / "root/one", dir / "root/latest");
  for (auto const& name : {session("one"), session("two/../one/"), std::string("one"), std::string("latest"),
                           session("latest")}) {
    auto found = session_argument(config, name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->session.shown(), session("one"));
    EXPECT_EQ(found->key, (SessionKey{(dir / "root").string(), "one"}));
  }
  fs::create_directory(dir / "elsewhere");
  auto outside = session_argument(config, (dir / "elsewhere").string());
  ASSERT_TRUE(outside);
  EXPECT_EQ(outside->session.shown(), (dir / "elsewhere").string());
  EXPECT_EQ(session_argument(config, "").error().fault, Fault::missing);
  dir.write("root/file", "");
  EXPECT_FALSE(session_argument(config, "file"));
}

TEST_F(Artifactctl, ALinkedRootKeepsTheNameTheDaemonKnows) {
  fs::create_directory_symlink(dir / "root", dir / "linked");
  dir.write("linked.toml", "[[root]]\npath = \"" + (dir / "linked").string() + "\"\n");
  auto config = *load_config({.file = (dir / "linked.toml").string(), .served = kind_list()});
  EXPECT_EQ(session_argument(config, session("one"))->session.shown(), (dir / "linked/one").string());
}

TEST_F(Artifactctl, SignalsAreNamedAsOnDiskOrShorter) {
  for (auto const* text : {"a", "a.kg", "a.kg.lock", "a.kg.lock.error"})
    EXPECT_EQ(*parse_signal_argument(kind_list().kinds, text), (SignalName{*Name::parse("a"), kg_kind}))
        << text;
  EXPECT_EQ(parse_signal_argument(kind_list().kinds, "a.b")->name.str(), "a.b");
  for (auto const* text : {"state", "state.json", "state.json.error"})
    EXPECT_EQ(*parse_signal_argument(kind_list().kinds, text), state_signal()) << text;
  for (auto const* text : {"", ".", "-a", "a b", "a/b"})
    EXPECT_FALSE(parse_signal_argument(kind_list().kinds, text)) << text;
}

TEST(ShellQuoted, SurvivesAShell) {
  EXPECT_EQ(shell_quoted("/plain/path-1.x"), "/plain/path-1.x");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("it's $(id)"), "'it'\\''s $(id)'");
  EXPECT_EQ(shell_quoted("a\nb\xff"), "$'a\\x0ab\\xff'");
}

TEST(ArtifactdLine, SaysHowToRun) {
  auto parse = [](std::vector<char const*> words) {
    words.insert(words.begin(), "artifactd");
    return parse_artifactd(static_cast<int>(words.size()), words.data(), "c0ffee");
  };
  auto options = parse(
      {"--config", "/c", "--root", "/a", "--root", "/b", "--once", "--no-events", "--log-format", "json"});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->source.file, "/c");
  EXPECT_THAT(options->source.roots, testing::ElementsAre("/a", "/b"));
  EXPECT_EQ(options->run, DaemonOptions::Run::once);
  EXPECT_FALSE(options->events);
  EXPECT_EQ(options->log_format, LogFormat::json);
  EXPECT_EQ(parse({})->run, DaemonOptions::Run::forever);
  EXPECT_EQ(parse({"--once", "--check"}).error(), Exit::usage);
  EXPECT_EQ(parse({"--log-level", "loud"}).error(), Exit::usage);
  EXPECT_EQ(parse({"stray"}).error(), Exit::usage);
  EXPECT_EQ(parse({"--help"}).error(), Exit::ok);
}

} // namespace
} // namespace artifactd
