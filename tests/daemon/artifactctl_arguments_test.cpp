// How artifactctl handles its arguments, and what it prints if they are missing or wrong.
#include "state/tuning/document.hpp"
#include "tests/daemon/artifactctl.hpp"

#include <cstdlib>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

using test::Artifactctl;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(Artifactctl, hint_says_that_its_text_is_missing) {
  dir.write("root/one/a.kg.lock.error", "");
  auto const answer = run({"hint", "one", "a"});
  EXPECT_EQ(answer.exit, Exit::usage);
  EXPECT_THAT(answer.err, HasSubstr("the text is missing"));
}

TEST_F(Artifactctl, explain_takes_a_session_and_a_name_or_a_path) {
  record("a", "merged", "{}");
  for (auto const& words : std::vector<std::vector<std::string>>{{"explain", "one", "a"},
                                                                 {"explain", "one", "a.kg"},
                                                                 {"explain", session("one"), "a.kg.lock"},
                                                                 {"explain", session("one") + "/a.kg.lock"},
                                                                 {"explain", session("one") + "/a"}}) {
    auto const answer = run(words);
    EXPECT_EQ(answer.exit, Exit::ok) << words.back();
    EXPECT_THAT(answer.out, HasSubstr("signal    a.kg.lock\n"));
  }
}

TEST_F(Artifactctl, explain_asks_for_the_signal_where_only_a_session_is_named) {
  for (auto const& session_only : {std::string("one"), session("one")}) {
    auto const answer = run({"explain", session_only});
    EXPECT_EQ(answer.exit, Exit::usage);
    EXPECT_THAT(answer.err, HasSubstr("which signal?"));
  }
}

TEST_F(Artifactctl, usage_errors_begin_with_the_program_and_are_json_where_asked) {
  EXPECT_EQ(run({"status", "one", "two"}).err, "artifactctl: The following argument was not expected: two\n");
  auto const number = run({"--json", "state", "show", "one", "x"});
  EXPECT_EQ(number.exit, Exit::usage);
  EXPECT_THAT(number.json()["error"]["message"].get<std::string>(),
              HasSubstr("\"x\" is no number of a state; `artifactctl state log` lists them"));
  EXPECT_EQ(run({"--json"}).json()["error"]["message"], "a command is missing");
  dir.write("root/one/artifacts/a/x.json", "{");
  dir.write("root/one/a.kg.lock", "");
  run({"merge", "one"});
  EXPECT_EQ(run({"--json", "hint", "one", "a", "more", "--dry-run"}).json()["dry_run"], true);
}

TEST_F(Artifactctl, a_file_name_that_looks_like_a_signal_and_is_none_is_no_name) {
  for (auto const& words :
       std::vector<std::vector<std::string>>{{"explain", session("one") + "/a.kg.kg.lock"},
                                             {"explain", "one", "a.kg.kg.lock"},
                                             {"explain", session("one") + "/a.kgs.lock"},
                                             {"log", "--signal", "a.kg.kg.lock"},
                                             {"retry", "one", "a.kg.kg.lock"}}) {
    auto const answer = run(words);
    EXPECT_EQ(answer.exit, Exit::usage) << words.back();
    EXPECT_THAT(answer.err, HasSubstr("is no signal's name: "));
  }
  EXPECT_THAT(run({"explain", session("one") + "/a.kgs.lock"}).err,
              HasSubstr("confirm, edit, kg, reject, report, rule and turn"));
}

TEST_F(Artifactctl, log_says_where_nothing_is_known) {
  record("a", "merged", "{}");
  auto const unknown = run({"log", "--signal", "nope"});
  EXPECT_EQ(unknown.exit, Exit::not_found);
  EXPECT_EQ(unknown.out, "");
  EXPECT_THAT(unknown.err, HasSubstr("nothing is known of nope.kg\n"));
  EXPECT_THAT(run({"log", "--session", "one", "--signal", "b"}).err,
              HasSubstr("nothing is known of b.kg in " + session("one")));
  EXPECT_EQ(run({"log", "--session", "two"}).exit, Exit::ok);
  EXPECT_EQ(run({"log", "--session", "nowhere"}).exit, Exit::not_found);
  EXPECT_EQ(run({"--json", "log", "--signal", "nope"}).json()["error"]["code"], "not_found");
}

TEST_F(Artifactctl, log_prints_what_is_younger) {
  record("young", "merged", "{}");
  {
    auto journal = Journal::open((dir / "state/journal.db").string(), {});
    ASSERT_TRUE(journal);
    journal->append({.wall_ns = wall_now_ns() - Duration(std::chrono::hours(2)).count(),
                     .session = session("one"),
                     .name = "old",
                     .kind = "kg",
                     .event = "settled",
                     .outcome = "merged"});
  }
  EXPECT_THAT(run({"log"}).out, HasSubstr("old.kg"));
  EXPECT_THAT(run({"log", "--since", "1h"}).out, AllOf(HasSubstr("young.kg"), Not(HasSubstr("old.kg"))));
  EXPECT_EQ(run({"log", "--since", "1h", "--signal", "old"}).exit, Exit::not_found);
}

TEST_F(Artifactctl, a_duration_that_is_none_is_told_with_its_option_and_the_forms) {
  for (auto const* command : {"stats", "log"}) {
    auto const answer = run({command, "--since", "7x"});
    EXPECT_EQ(answer.exit, Exit::usage);
    EXPECT_THAT(answer.err, AllOf(HasSubstr("--since: \"7x\""), HasSubstr("ns, us, ms, s, min, h and d")));
  }
}

TEST_F(Artifactctl, a_session_that_is_not_there_is_told_with_where_it_was_looked_for) {
  auto const root = (dir / "root").string();
  auto const answer = run({"status", "nosuch"});
  EXPECT_EQ(answer.exit, Exit::not_found);
  EXPECT_THAT(answer.err,
              HasSubstr("there is no session \"nosuch\": no such directory here, and none of that "
                        "name below " +
                        root + "\n"));
  EXPECT_THAT(run({"status", root + "/nosuch"}).err, HasSubstr("there is no session " + root + "/nosuch\n"));
  EXPECT_THAT(run({"status", ""}).err, HasSubstr("no session is named"));
}

TEST_F(Artifactctl, status_without_a_daemon_tells_first_that_a_person_is_needed) {
  EXPECT_EQ(run({"status", "one"}).exit, Exit::unreachable);
  dir.write("root/one/a.kg.lock.error", "");
  EXPECT_EQ(run({"status", "one"}).exit, Exit::person);
  EXPECT_EQ(run({"status"}).exit, Exit::person);
}

TEST_F(Artifactctl, state_commands_take_the_name_of_a_session) {
  dir.write("root/one/state.json", tuning::initial_state());
  EXPECT_THAT(run({"state", "log", "one"}).err, HasSubstr("no state was accepted here yet"));
  EXPECT_EQ(run({"state", "log", session("one")}).exit, Exit::ok);
  EXPECT_EQ(run({"state", "log", "nosuch"}).exit, Exit::not_found);
  EXPECT_THAT(run({"state", "check", "one"}).out, HasSubstr(session("one") + "/state.json: accepted"));
  EXPECT_EQ(run({"state", "update", "one", "--set", "max_errors=4", "--dry-run"}).exit, Exit::ok);
  EXPECT_THAT(run({"state", "check", "nosuch"}).err, HasSubstr("nosuch"));
  dir.write("artifactd.toml", "worker = 3\n");
  EXPECT_EQ(run({"state", "log", session("one")}).exit, Exit::ok) << "looking needs no sound configuration";
}

TEST_F(Artifactctl, the_configuration_may_be_named_by_the_environment) {
  auto const from_environment = [&](char const* value) {
    ::setenv("ARTIFACTD_CONFIG", value, 1);
    std::array<char const*, 2> const words = {"artifactd", "--check"};
    auto const options = parse_artifactd(2, words.data(), "");
    ::unsetenv("ARTIFACTD_CONFIG");
    return options.value().source.file;
  };
  EXPECT_EQ(from_environment("/c.toml"), "/c.toml");
  EXPECT_EQ(from_environment(""), std::nullopt);
  ::setenv("ARTIFACTD_CONFIG", "/nowhere.toml", 1);
  EXPECT_EQ(run({"config", "check"}).exit, Exit::ok) << "--config wins";
  ::unsetenv("ARTIFACTD_CONFIG");
}

} // namespace
} // namespace artifactd
