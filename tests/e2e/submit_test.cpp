// `artifactctl submit` and `wait`: one command that says how a submission ended, with the real daemon.
#include "tests/e2e/submit_site.hpp"
#include "tests/support/ordinary_user.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST_F(Submit, MergesFilesAndSaysSo) {
  RunningDaemon const daemon(site_);
  auto const first = submit({"a", file("x.json", good_artifact), file("y.json", R"({"y": 2})")});
  EXPECT_EQ(first.exit, 0) << first.err;
  EXPECT_EQ(first.out, "a.kg: merged\n");
  EXPECT_EQ(session_.graph()["a"], nlohmann::json::parse(R"({"x": 1, "y": 2})"));

  auto const second = submit({"a", file("x.json", R"({"x": 3})")});
  EXPECT_EQ(second.out, "a.kg: merged, in place of generation 1\n") << second.err;
  EXPECT_EQ(session_.graph()["a"]["x"], 3);
}

TEST_F(Submit, TellsWhatIsNotInTheGraphAlthoughItWasMerged) {
  RunningDaemon const daemon(site_);
  auto const torn = submit({"a", file("x.ndjson", "{\"x\": 1}\n{\"y\": 2}")});
  EXPECT_EQ(torn.exit, 0);
  EXPECT_EQ(torn.out, "a.kg: merged\n");
  EXPECT_THAT(torn.err, HasSubstr("warning: artifacts/a/x.ndjson, line 2: the last line is unfinished"));
  EXPECT_EQ(wait({"a"}).err, torn.err);
  auto const rule = site_.json({"submit", session_.path(), "r.rule",
                                file("r.yaml", "name: r\nglob: \"*.txt\"\nfields: {a: {from: filename}}\n"),
                                file("r.samples.json", R"({"paths": ["/x/a.txt"]})")});
  EXPECT_EQ(rule["warnings"][0]["code"], "rule.unknown_key") << rule;

  EXPECT_EQ(submit({"b", file("x.json", good_artifact)}).err, "");
}

TEST_F(Submit, TellsWhatAModelNeedsToRepairRefusedWork) {
  RunningDaemon const daemon(site_);
  auto const refused = submit({"a", file("x.json", bad_artifact)});
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.out, AllOf(HasSubstr("artifacts/a/x.json, line 1"), HasSubstr("Remove the comma")));
  EXPECT_EQ(wait({"a"}).out, refused.out);

  auto const repaired = submit({"a", file("x.json", good_artifact)});
  EXPECT_EQ(repaired.exit, 0) << repaired.out;
  EXPECT_FALSE(there("a.kg.lock.error"));
}

TEST_F(Submit, SaysWhenAPersonIsNeeded) {
  RunningDaemon const daemon(site_);
  EXPECT_EQ(submit({"a", file("x.json", bad_artifact)}).exit, 1);
  int exit = 1;
  for (int i = 0; i < 3 && exit == 1; ++i)
    exit = submit({"a", file("x.json", fmt::format(R"({{"x": {},}})", i))}).exit;
  EXPECT_EQ(exit, 6);
}

TEST_F(Submit, TakesStandardInputAsAFile) {
  RunningDaemon const daemon(site_);
  auto const ended =
      shell(fmt::format("echo '{}' | {} --config {} submit {} a --as x.json", good_artifact,
                        site_.program("artifactctl"), site_.config().string(), session_.path().string()));
  EXPECT_EQ(ended.exit, 0) << ended.err;
  EXPECT_EQ(session_.graph()["a"]["x"], 1);
}

TEST_F(Submit, NamesFilesOfEarlierSubmissions) {
  RunningDaemon const daemon(site_);
  EXPECT_EQ(submit({"a", file("x.json", good_artifact)}).exit, 0);
  auto const both = submit({"a", file("y.json", R"({"y": 2})")});
  EXPECT_THAT(both.err, HasSubstr("artifacts/a/x.json is from an earlier submission"));
  EXPECT_EQ(session_.graph()["a"].size(), 2U);

  auto const alone = submit({"a", file("y.json", R"({"y": 3})"), "--replace"});
  EXPECT_EQ(alone.exit, 0) << alone.err;
  EXPECT_EQ(session_.graph()["a"], nlohmann::json::parse(R"({"y": 3})"));
}

TEST_F(Submit, LeavesASignalAloneThatIsPending) {
  session_.artifact("a", "x.json", good_artifact);
  session_.drop("a");
  auto const refused = submit({"a", file("x.json", R"({"x": 2})")});
  EXPECT_EQ(refused.exit, 4);
  EXPECT_THAT(refused.err, HasSubstr("a.kg.lock is pending already, and nothing was copied"));
  EXPECT_EQ(session_.text("artifacts/a/x.json"), good_artifact);
}

TEST_F(Submit, WaitsInTurnIfAskedTo) {
  session_.submit("a");
  Child waiting(
      {.words = words({"submit", session_.path(), "a", file("of.json", R"({"of": "me"})"), "--wait"})});
  RunningDaemon const daemon(site_);
  EXPECT_EQ(waiting.wait(), 0) << waiting.err();
  EXPECT_EQ(session_.graph()["a"]["of"], "me");
  EXPECT_TRUE(eventually([&] { return site_.settled(session_, "a", "merged") == 2; }))
      << "the journal follows";
}

TEST_F(Submit, WithoutWaitingSaysOnlyThatItIsPending) {
  auto const ended = submit({"a", file("x.json", good_artifact), "--no-wait"});
  EXPECT_EQ(ended.exit, 0);
  EXPECT_EQ(ended.out, "a.kg: submitted; artifactctl wait says how it ends\n");
  RunningDaemon const daemon(site_);
  EXPECT_EQ(wait({"a"}).exit, 0);
}

TEST_F(Submit, KnowsWhatWasMergedBeforeItWasAsked) {
  RunningDaemon const daemon(site_);
  session_.submit("a");
  ASSERT_TRUE(eventually([&] { return session_.merged("a"); }));
  auto const told = wait({"a"});
  EXPECT_EQ(told.exit, 0) << told.err;
  EXPECT_THAT(told.out, HasSubstr("merged (dropped at "));
  EXPECT_EQ(wait({"b"}).exit, 3);
}

TEST_F(Submit, AnswersInJson) {
  RunningDaemon const daemon(site_);
  auto merged = nlohmann::json::parse(submit({"a", file("x.json", good_artifact), "--json"}).out);
  EXPECT_EQ(merged["outcome"], "merged");
  EXPECT_EQ(merged["signal"], "a.kg.lock");
  auto refused = nlohmann::json::parse(submit({"a", file("x.json", bad_artifact), "--json"}).out);
  EXPECT_EQ(refused["outcome"], "refused");
  EXPECT_EQ(refused["instructions"]["findings"][0]["line"], 1);
}

TEST_F(Submit, ARuleIsJudgedLikeEverythingElse) {
  RunningDaemon const daemon(site_);
  auto const refused = submit({"r.rule", file("r.yaml", "name: [\n")});
  EXPECT_EQ(refused.exit, 1) << refused.err;
  EXPECT_THAT(refused.out, HasSubstr("rules/r.yaml"));
}

TEST_F(Submit, AStateIsJudgedAsADocument) {
  RunningDaemon const daemon(site_);
  auto const state = site_.artifactctl({"state", "init"}).out;
  auto const first = submit({"state", file("new.json", state)});
  EXPECT_EQ(first.exit, 0) << first.out << first.err;
  EXPECT_EQ(first.out, "state: merged\n");
  auto const refused = submit({"state", file("new.json", "{}")});
  EXPECT_EQ(refused.exit, 1) << refused.out;
  EXPECT_THAT(refused.out, HasSubstr("state.json.error"));
  EXPECT_EQ(wait({"state"}).exit, 1) << "the state in place is the one before";
  EXPECT_EQ(submit({"state", file("new.json", state)}).exit, 0);
  EXPECT_FALSE(there("state.json.error")) << "the refusal is over, although nothing changed";
  EXPECT_FALSE(there("state.retry-instructions.json"));
  EXPECT_EQ(wait({"state"}).exit, 0);
}

TEST_F(Submit, GoesOnWaitingWhileTheAgentIsRunAgain) {
  site_.configure("[[agent]]\nkinds = [\"kg\"]\nreinvoke = [\"/bin/sh\", \"-c\", '''"
                  "echo '{\"x\": 1}' > artifacts/a/x.json; : > a.kg.lock''']\n");
  give_away(session_.path());
  RunningDaemon const daemon(site_);
  auto const ended = submit({"a", file("x.json", bad_artifact), "--until-settled"});
  EXPECT_EQ(ended.exit, 0) << ended.out << ended.err;
  EXPECT_EQ(session_.graph()["a"]["x"], 1);
}

TEST_F(Submit, TellsAModelToLeaveTheFilesToTheRunOfItsAgent) {
  site_.configure("[[agent]]\nkinds = [\"kg\"]\nreinvoke = [\"/bin/sh\", \"-c\", "
                  "\"while [ -e busy ]; do sleep 0.01; done\"]\n");
  session_.write("busy", "");
  give_away(session_.path());
  RunningDaemon const daemon(site_);
  auto const ended = submit({"a", file("x.json", bad_artifact)});
  EXPECT_EQ(ended.exit, 1);
  EXPECT_THAT(ended.out, HasSubstr("artifactd runs the agent's own command again"));
  EXPECT_THAT(ended.out, Not(HasSubstr("create the empty file")));
  EXPECT_THAT(ended.err, HasSubstr("leave the files alone"));
}

TEST_F(Submit, LeavesNothingInASessionThatItMayNotWrite) {
  fs::create_directory(session_ / "artifacts");
  give_away(session_.path());
  fs::permissions(session_.path(), fs::perms(0555));
  auto const ended = submit({"a", file("x.json", good_artifact)});
  fs::permissions(session_.path(), fs::perms(0755));
  EXPECT_NE(ended.exit, 0);
  EXPECT_THAT(ended.err,
              AllOf(HasSubstr("session.denied"), HasSubstr("chmod u+rwx " + session_.path().string())));
  EXPECT_FALSE(there("artifacts/a"));
}

} // namespace
} // namespace artifactd::test
