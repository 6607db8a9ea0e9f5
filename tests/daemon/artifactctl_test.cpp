#include "daemon/cli.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/stuck.hpp"
#include "daemon/version.hpp"
#include "state/clock.hpp"
#include "state/journal.hpp"
#include "tests/support/scratch_dir.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct Answer {
  Exit exit;
  std::string out;
  std::string err;

  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// artifactctl on a machine of its own: one root, a state directory, no daemon unless a test writes a board.
class Artifactctl : public testing::Test {
protected:
  void SetUp() override {
    fs::create_directories(dir / "root/one/artifacts/a");
    fs::create_directories(dir / "root/two");
    fs::create_directories(dir / "state");
    fs::create_directories(dir / "run");
    auto at = [&](char const* name) { return "\"" + (dir / name).string() + "\"\n"; };
    dir.write("artifactd.toml",
              "state_dir = " + at("state") + "runtime_dir = " + at("run") + "[[root]]\npath = " + at("root"));
  }

  Answer run(std::vector<std::string> words) {
    std::vector<std::string> all{"artifactctl", "--config", (dir / "artifactd.toml").string()};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char const*> argv;
    for (auto const& word : all)
      argv.push_back(word.c_str());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    auto exit = run_artifactctl(static_cast<int>(argv.size()), argv.data());
    return {exit, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
  }

  void record(std::string name, std::string outcome, std::string detail) {
    auto journal = Journal::open((dir / "state/journal.db").string(), {});
    ASSERT_TRUE(journal);
    journal->append({.session = session("one"),
                     .name = std::move(name),
                     .kind = "kg",
                     .event = "settled",
                     .outcome = std::move(outcome),
                     .detail = std::move(detail)});
  }

  StatusBoard daemon(Board const& board) {
    auto written = StatusBoard::create((dir / "run/status").string());
    if (!written) throw std::runtime_error(written.error().message);
    written->write(board);
    return *std::move(written);
  }

  std::string session(std::string_view name) { return (dir / "root").string() + "/" + std::string(name); }

  test::ScratchDir dir;
};

TEST_F(Artifactctl, leaves_with_the_documented_codes) {
  EXPECT_EQ(run({"--help"}).exit, Exit::ok);
  EXPECT_EQ(run({"status", "--help"}).exit, Exit::ok);
  EXPECT_EQ(run({"--version"}).out, std::string(version_text) + "\n");
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

TEST_F(Artifactctl, version_is_the_projects) {
  std::ifstream file(std::string(SOURCE_DIR) + "/CMakeLists.txt");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(text, HasSubstr("project(artifactd VERSION " + std::string(version_text) + " "));
}

TEST_F(Artifactctl, config_check_prints_ok_or_every_error) {
  EXPECT_EQ(run({"config", "check"}).out, "OK\n");
  EXPECT_EQ(run({"config", "check", "--json"}).json()["ok"], true);
  dir.write("artifactd.toml", "worker = 3\n[log]\nlevel = \"loud\"\n");
  auto answer = run({"config", "check"});
  EXPECT_EQ(answer.exit, Exit::configuration);
  EXPECT_THAT(answer.out, HasSubstr(":1:1: worker: unknown key (did you mean \"workers\"?)"));
  EXPECT_THAT(answer.out, HasSubstr(":3:9: log.level"));
  EXPECT_EQ(run({"--json", "config", "check"}).json()["errors"].size(), 2U);
}

TEST_F(Artifactctl, config_show_says_where_a_value_was_set) {
  EXPECT_THAT(run({"config", "show"}).out, HasSubstr("workers = 32  # default"));
  auto json = run({"config", "show", "--json"}).json();
  EXPECT_EQ(json["settings"]["limits"]["artifact_bytes"], "64KiB");
  EXPECT_THAT(json["origins"]["state_dir"], HasSubstr("artifactd.toml:1"));
}

TEST_F(Artifactctl, log_prints_the_journal_one_event_per_line) {
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

TEST_F(Artifactctl, log_shows_hostile_details_harmlessly) {
  record("a", "pending", std::string("{\"reason\":\"\\u001b[31m\\nforged\"}"));
  record("b", "pending", std::string(2000, '[') + std::string(2000, ']'));
  auto text = run({"log"}).out;
  EXPECT_EQ(std::ranges::count(text, '\n'), 2);
  EXPECT_THAT(text, HasSubstr(R"(reason \x1b[31m\x0aforged)"));
}

TEST_F(Artifactctl, log_without_a_journal_is_not_found) {
  EXPECT_EQ(run({"log"}).exit, Exit::not_found);
}

TEST_F(Artifactctl, explain_tells_the_story_of_a_signal_that_is_gone) {
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

TEST_F(Artifactctl, explain_shows_what_stands_on_disk_and_why) {
  dir.write("root/one/a.kg.lock.error", "");
  dir.write("root/one/a.retry-instructions.json", R"({"instructions":["repair x.json","then \u001b[2J"]})");
  auto answer = run({"explain", session("one") + "/a.kg.lock"});
  EXPECT_EQ(answer.exit, Exit::ok);
  EXPECT_THAT(answer.out, HasSubstr("now       refused since "));
  EXPECT_THAT(answer.out, HasSubstr("repair x.json\n"));
  EXPECT_THAT(answer.out, HasSubstr(R"(then \x1b[2J)"));
  EXPECT_EQ(run({"explain", session("one") + "/never.kg.lock"}).exit, Exit::not_found);
}

TEST_F(Artifactctl, status_without_a_daemon_looks_for_itself) {
  dir.write("root/one/a.kg.lock", "");
  auto answer = run({"status"});
  EXPECT_EQ(answer.exit, Exit::unreachable);
  EXPECT_THAT(answer.out, HasSubstr("pending  " + session("one") + "/a.kg.lock"));
  EXPECT_THAT(answer.out, HasSubstr("artifactctl merge " + session("one") + " a\n"));
  EXPECT_THAT(answer.err, HasSubstr("not running"));
  auto json = run({"status", "--json"}).json();
  EXPECT_EQ(json["daemon"]["running"], false);
  EXPECT_EQ(json["stuck"][0]["state"], "pending");
}

TEST_F(Artifactctl, status_is_content_when_nothing_waits) {
  auto board = daemon({});
  auto answer = run({"status"});
  EXPECT_EQ(answer.exit, Exit::ok);
  EXPECT_THAT(answer.out, testing::StartsWith("artifactd "));
}

TEST_F(Artifactctl, status_names_refused_work_first_with_the_command_that_helps) {
  dir.write("root/two/x.kg.lock", "");
  dir.write("root/one/z.kg.lock.error", "");
  dir.write("root/one/z.retry-instructions.json", R"({"instructions":["1. remove the comma"]})");
  auto board =
      daemon({.counters = {.settled = 7},
              .stuck = {{.session = session("two"), .signal = "x.kg.lock", .reason = "mutex busy"}}});
  auto answer = run({"status"});
  EXPECT_EQ(answer.exit, Exit::person);
  auto refused = answer.out.find("refused  " + session("one") + "/z.kg.lock.error");
  auto pending = answer.out.find("pending  " + session("two") + "/x.kg.lock");
  auto rest = answer.out.find("settled 7");
  EXPECT_LT(refused, pending);
  EXPECT_LT(pending, rest);
  EXPECT_NE(rest, std::string::npos);
  EXPECT_THAT(answer.out, HasSubstr("1. remove the comma"));
  EXPECT_THAT(answer.out, HasSubstr("artifactctl retry " + session("one") + " z\n"));
  EXPECT_THAT(answer.out, HasSubstr("mutex busy"));
  EXPECT_EQ(run({"status", "two"}).exit, Exit::ok) << "nothing there waits for a person";
}

TEST_F(Artifactctl, status_names_misplaced_and_odd_signals) {
  dir.write("root/one/artifacts/a/a.kg.lock", "");
  fs::create_directory(dir / "root/one/b.kg.lock");
  auto board = daemon({});
  auto answer = run({"status", "one"});
  EXPECT_EQ(answer.exit, Exit::person);
  EXPECT_THAT(answer.out,
              HasSubstr("mv -n -- " + session("one") + "/artifacts/a/a.kg.lock " + session("one") + "/\n"));
  EXPECT_THAT(answer.out, HasSubstr("odd  " + session("one") + "/b.kg.lock"));
}

TEST_F(Artifactctl, status_is_not_taken_in_by_hostile_instructions) {
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

TEST_F(Artifactctl, sessions_are_named_by_path_by_link_and_by_name) {
  auto config = *load_config({.file = (dir / "artifactd.toml").string()});
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

TEST_F(Artifactctl, a_linked_root_keeps_the_name_the_daemon_knows) {
  fs::create_directory_symlink(dir / "root", dir / "linked");
  dir.write("linked.toml", "[[root]]\npath = \"" + (dir / "linked").string() + "\"\n");
  auto config = *load_config({.file = (dir / "linked.toml").string()});
  EXPECT_EQ(session_argument(config, session("one"))->session.shown(), (dir / "linked/one").string());
}

TEST_F(Artifactctl, signals_are_named_as_on_disk_or_shorter) {
  for (auto const* text : {"a", "a.kg", "a.kg.lock", "a.kg.lock.error"})
    EXPECT_EQ(*parse_signal_argument(text), (SignalName{*Name::parse("a"), Kind::kg})) << text;
  EXPECT_EQ(parse_signal_argument("a.b")->name.str(), "a.b");
  for (auto const* text : {"", ".", "-a", "a b", "state", "a/b"})
    EXPECT_FALSE(parse_signal_argument(text)) << text;
}

TEST(ShellQuoted, survives_a_shell) {
  EXPECT_EQ(shell_quoted("/plain/path-1.x"), "/plain/path-1.x");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("it's $(id)"), "'it'\\''s $(id)'");
  EXPECT_EQ(shell_quoted("a\nb\xff"), "$'a\\x0ab\\xff'");
}

TEST_F(Artifactctl, doctor_is_content_with_a_healthy_machine) {
  auto board = daemon({});
  record("a", "merged", "{}");
  dir.write("root/one/knowledge-graph.json", "{\"entities\":[]}");
  auto answer = run({"doctor"});
  EXPECT_EQ(answer.exit, Exit::ok) << answer.out;
  EXPECT_TRUE(fs::is_empty(dir / "root/two"));
  EXPECT_EQ(std::distance(fs::directory_iterator(dir / "root"), {}), 2) << "what was tried out is gone";
}

TEST_F(Artifactctl, doctor_names_each_trouble_and_its_cure) {
  dir.write("root/one/artifacts/a/a.kg.lock", "");
  dir.write("root/one/bad name.kg.lock", "");
  dir.write("root/one/.artifactd/work/graph.new.1", "");
  dir.write("root/two/knowledge-graph.json", "{\"a\":1,}");
  auto answer = run({"doctor"});
  EXPECT_EQ(answer.exit, Exit::judged_bad);
  for (auto const& text :
       {std::string("artifactd: is not running"), "mv -n -- " + session("one") + "/artifacts/a/a.kg.lock",
        "rm -r -- '" + session("one") + "/bad name.kg.lock'", "artifactctl merge " + session("one"),
        "artifactctl restore " + session("two")})
    EXPECT_THAT(answer.out, HasSubstr(text));
  auto json = run({"doctor", "--json"}).json();
  EXPECT_GE(json["findings"].size(), 5U);
}

TEST_F(Artifactctl, doctor_reports_missing_roots_broken_filters_and_a_broken_configuration) {
  dir.write("conf.d/1.toml", "[[root]]\npath = \"" + (dir / "gone").string() +
                                 "\"\n[[agent]]\nstrategy = \"filter\"\nfilter = \".a |\"\n");
  auto answer = run({"doctor"});
  EXPECT_EQ(answer.exit, Exit::judged_bad);
  EXPECT_THAT(answer.out, HasSubstr("mkdir -p -- " + (dir / "gone").string()));
  EXPECT_THAT(answer.out, HasSubstr("the filter of \"*\""));
  dir.write("conf.d/1.toml", "nonsense");
  EXPECT_EQ(run({"doctor"}).exit, Exit::judged_bad);
}

TEST(ArtifactdLine, says_how_to_run) {
  auto parse = [](std::vector<char const*> words) {
    words.insert(words.begin(), "artifactd");
    return parse_artifactd(static_cast<int>(words.size()), words.data());
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
