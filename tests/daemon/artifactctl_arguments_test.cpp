// How artifactctl handles its arguments, and what it prints if they are missing or wrong.
#include "daemon/service/daemon_options.hpp"
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

TEST_F(Artifactctl, HintSaysThatItsTextIsMissing) {
  dir.write("root/one/a.kg.lock.error", "");
  auto const answer = run({"hint", "one", "a"});
  EXPECT_EQ(answer.exit, Exit::usage);
  EXPECT_THAT(answer.err, HasSubstr("the text is missing"));
}

TEST_F(Artifactctl, ExplainTakesASessionAndANameOrAPath) {
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

TEST_F(Artifactctl, ExplainAsksForTheSignalWhereOnlyASessionIsNamed) {
  for (auto const& session_only : {std::string("one"), session("one")}) {
    auto const answer = run({"explain", session_only});
    EXPECT_EQ(answer.exit, Exit::usage);
    EXPECT_THAT(answer.err, HasSubstr("which signal?"));
  }
}

TEST_F(Artifactctl, MergeTakesASignalOfOneKind) {
  dir.write("root/one/artifacts/a/x.json", "{\"x\": 1}");
  dir.write("root/one/a.kg.lock", "");
  EXPECT_THAT(run({"merge", "one", "a.rule"}).err, HasSubstr("nothing to do: no pending signal of a"));
  EXPECT_THAT(run({"merge", "one", "a.rule", "--dry-run"}).out, testing::IsEmpty());
  EXPECT_TRUE(std::filesystem::exists(dir / "root/one/a.kg.lock"));
  EXPECT_EQ(run({"merge", "one", "a.kg", "--dry-run"}).out, "a: would be merged\n");
  EXPECT_EQ(run({"merge", "one", "a.kg.lock"}).out, "a: merged\n");
}

TEST_F(Artifactctl, ValidateNamesTheCommandForAnotherKind) {
  auto const rule = run({"validate", "one", "fields.rule"});
  EXPECT_EQ(rule.exit, Exit::usage);
  EXPECT_THAT(rule.err, AllOf(HasSubstr("for a rule: artifactctl rule test"), Not(HasSubstr("try fields"))));
  EXPECT_THAT(run({"validate", "one", "a.turn.lock"}).err, HasSubstr("give the agent's name"));
}

TEST_F(Artifactctl, UsageErrorsBeginWithTheProgramAndAreJsonWhereAsked) {
  EXPECT_EQ(run({"status", "one", "two"}).err, "artifactctl: The following argument was not expected: two\n");
  auto const number = run({"--json", "state", "show", "one", "x"});
  EXPECT_EQ(number.exit, Exit::usage);
  EXPECT_THAT(number.json()["error"]["message"].get<std::string>(),
              HasSubstr("\"x\" is not the number of a state; `artifactctl state log` lists them"));
  EXPECT_EQ(run({"--json"}).json()["error"]["message"], "a command is missing");
  dir.write("root/one/artifacts/a/x.json", "{");
  dir.write("root/one/a.kg.lock", "");
  run({"merge", "one"});
  EXPECT_EQ(run({"--json", "retry", "one", "a", "--dry-run"}).json()["dry_run"], true);
}

TEST_F(Artifactctl, AFileNameThatLooksLikeASignalAndIsNoneIsNoName) {
  for (auto const& words :
       std::vector<std::vector<std::string>>{{"explain", session("one") + "/a.kg.kg.lock"},
                                             {"explain", "one", "a.kg.kg.lock"},
                                             {"explain", session("one") + "/a.kgs.lock"},
                                             {"log", "--signal", "a.kg.kg.lock"},
                                             {"retry", "one", "a.kg.kg.lock"}}) {
    auto const answer = run(words);
    EXPECT_EQ(answer.exit, Exit::usage) << words.back();
    EXPECT_THAT(answer.err, HasSubstr("is not a valid signal name: "));
  }
  EXPECT_THAT(run({"explain", session("one") + "/a.kgs.lock"}).err,
              HasSubstr("confirm, edit, kg, reject, report, rule and turn"));
}

TEST_F(Artifactctl, LogSaysWhereNothingIsKnown) {
  record("a", "merged", "{}");
  auto const unknown = run({"log", "--signal", "nope"});
  EXPECT_EQ(unknown.exit, Exit::not_found);
  EXPECT_EQ(unknown.out, "");
  EXPECT_THAT(unknown.err, HasSubstr("no record of nope.kg\n"));
  EXPECT_THAT(run({"log", "--session", "one", "--signal", "b"}).err,
              HasSubstr("no record of b.kg in " + session("one")));
  EXPECT_EQ(run({"log", "--session", "two"}).exit, Exit::ok);
  EXPECT_EQ(run({"log", "--session", "nowhere"}).exit, Exit::not_found);
  EXPECT_EQ(run({"--json", "log", "--signal", "nope"}).json()["error"]["code"], "not_found");
}

TEST_F(Artifactctl, LogPrintsWhatIsYounger) {
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
  EXPECT_THAT(run({"log", "--until", "1h"}).out, AllOf(HasSubstr("old.kg"), Not(HasSubstr("young.kg"))));
  EXPECT_EQ(run({"log", "--until", "1h", "--follow"}).exit, Exit::usage);
}

TEST_F(Artifactctl, LogPrintsOnlyTheOutcomeAndTheAgentsThatAreAskedFor) {
  record("writer-1", "merged", "{}");
  record("writer-2", "refused", "{}");
  record("reader", "refused", "{}");
  EXPECT_THAT(run({"log", "--outcome", "refused"}).out,
              AllOf(HasSubstr("writer-2"), HasSubstr("reader"), Not(HasSubstr("writer-1"))));
  EXPECT_THAT(run({"log", "--agent", "writer-*", "--outcome", "refused"}).out,
              AllOf(HasSubstr("writer-2"), Not(HasSubstr("reader"))));
  EXPECT_EQ(run({"log", "--outcome", "foreign"}).exit, Exit::ok) << "it may happen";
  record("other", "of_a_later_version", "{}");
  EXPECT_THAT(run({"log", "--outcome", "of_a_later_version"}).out, HasSubstr("other"));
  auto const wrong = run({"log", "--outcome", "bogus"});
  EXPECT_EQ(wrong.exit, Exit::usage);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("bogus"), HasSubstr("merged, unchanged, refused")));
}

TEST_F(Artifactctl, ADamagedJournalIsTroubleOfTheDisk) {
  dir.write("state/journal.db", std::string(20'000, 'x'));
  for (std::string const word : {"log", "stats"})
    EXPECT_EQ(run({word}).exit, Exit::io) << word;
}

TEST_F(Artifactctl, ADurationThatIsNoneIsToldWithItsOptionAndTheForms) {
  for (auto const* command : {"stats", "log"}) {
    auto const answer = run({command, "--since", "7x"});
    EXPECT_EQ(answer.exit, Exit::usage);
    EXPECT_THAT(answer.err,
                AllOf(HasSubstr("--since: \"7x\""), HasSubstr("ns, us, ms, s, m or min, h and d")));
  }
}

TEST_F(Artifactctl, ASessionThatIsNotThereIsToldWithWhereItWasLookedFor) {
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

TEST_F(Artifactctl, StatusWithoutADaemonTellsFirstThatAPersonIsNeeded) {
  EXPECT_EQ(run({"status", "one"}).exit, Exit::unreachable);
  dir.write("root/one/a.kg.lock.error", "");
  EXPECT_EQ(run({"status", "one"}).exit, Exit::person);
  EXPECT_EQ(run({"status"}).exit, Exit::person);
}

TEST_F(Artifactctl, StateCommandsTakeTheNameOfASession) {
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

TEST_F(Artifactctl, TheConfigurationMayBeNamedByTheEnvironment) {
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
