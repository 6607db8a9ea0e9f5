// Handling refused work from the command line.
#include "state/database/sqlite.hpp"
#include "tests/daemon/refused_work.hpp"

#include <fstream>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::RefusedWork;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(RefusedWork, WithAttemptsLeftIsForItsAgentEverywhere) {
  EXPECT_THAT(run({"status"}).out, HasSubstr("1 for their agents"));
  EXPECT_THAT(run({"inbox", "--list"}).out,
              HasSubstr("waits for its agent, or for a repair by hand; 2 of 3 attempts left"));
}

TEST_F(RefusedWork, InATierWithALowerLimitSaysSo) {
  ASSERT_EQ(run({"retry", "one", "a", "--fresh"}).exit, Exit::ok);
  dir.write("conf.d/10-test.toml", "[[agent]]\nassert = [{ that = '.x == 1', message = 'x has to be 1' }]\n");
  dir.write("root/one/artifacts/a/x.json", R"({"x": 2})");
  refuse();
  EXPECT_THAT(run({"inbox", "--list"}).out,
              HasSubstr("2 of 3 attempts left, 1 if the next refusal is of tier semantic, too"));
  refuse();
  EXPECT_THAT(run({"inbox", "--list"}).out,
              HasSubstr("no attempt is left after another refusal of tier semantic"));
}

TEST_F(RefusedWork, ThatWasSubmittedTooOftenCountsWhatWasGranted) {
  for (int more = 0; more < 4; ++more)
    refuse();
  auto const told = run({"explain", "one", "a"}).out;
  EXPECT_THAT(told, HasSubstr("attempts  5; 3 were granted\n"));
  EXPECT_THAT(told, HasSubstr("attempt 2 of 3, tier syntax"));
  EXPECT_THAT(told, HasSubstr("attempt 5; 3 were granted, tier syntax"));
}

TEST_F(RefusedWork, InBulkSaysWhatModelsMayCost) {
  EXPECT_THAT(run({"retry", "--agent", "a", "--dry-run"}).err, Not(HasSubstr("models")))
      << "none is configured";
  std::ofstream(dir / "artifactd.toml", std::ios::app)
      << "[model]\nrun_dollars = 0.25\n[[agent]]\nmatch = \"a\"\neditor = \"model\"\n"
         "[models.m]\nkind = \"command\"\ncommand = [\"/bin/true\"]\n"
         "price = [{ from = \"2025-01-01\", input = 1.0, output = 5.0 }]\n[editor]\ncoordinator = \"m\"\n";
  EXPECT_THAT(
      run({"retry", "--agent", "a", "--dry-run"}).err,
      HasSubstr(
          "models may be asked for 1 of them, for at most $0.25 ($0.25 each); the limit of a day is $5"));
  EXPECT_THAT(run({"abandon", "--agent", "a", "--dry-run"}).err, Not(HasSubstr("models")));
}

TEST_F(RefusedWork, InBulkSaysWhatATrialWouldDo) {
  EXPECT_EQ(run({"hint", "text", "--agent", "a", "--dry-run"}).out,
            "1 signal would get the hint and one more attempt\n");
  EXPECT_EQ(run({"retry", "--agent", "a", "--dry-run"}).out, "1 signal would be submitted again\n");
}

TEST_F(RefusedWork, IsInTheInboxWithReasonAttemptsAndTheExactCommands) {
  refuse();
  refuse();
  auto answer = run({"inbox"});
  EXPECT_EQ(answer.exit, Exit::person);
  EXPECT_THAT(answer.out, HasSubstr("attempt 3 of 3: artifacts/a/x.json:"));
  EXPECT_THAT(answer.out, HasSubstr("attempt 1  syntax"));
  EXPECT_THAT(answer.out, HasSubstr("no attempt is left"));
  for (std::string const word : {"hint {} a \"TEXT\"", "retry {} a --fresh", "abandon {} a"}) {
    auto command = "artifactctl " + word;
    EXPECT_THAT(answer.out, HasSubstr(command.replace(command.find("{}"), 2, session("one"))));
  }
  auto json = run({"inbox", "one", "--json"}).json();
  EXPECT_EQ(json["waiting"][0]["state"], "ANALYSIS_ERROR");
  EXPECT_EQ(json["waiting"][0]["attempts_left"], 0);
  EXPECT_EQ(json["waiting"][0]["attempts"].size(), 3U);
  EXPECT_EQ(json["needs_person"], true);
  EXPECT_EQ(run({"inbox", "two"}).exit, Exit::ok);
  EXPECT_THAT(run({"inbox", "two"}).out, HasSubstr("nothing waits for a person"));
}

TEST_F(RefusedWork, WhoseAgentMaySubmitAgainIsForAPersonAsFarAsArtifactdKnows) {
  auto const listed = run({"inbox", "--list"});
  EXPECT_EQ(listed.exit, Exit::person);
  EXPECT_THAT(listed.out, HasSubstr("waits for its agent, or for a repair by hand; 2 of 3 attempts left"));
  auto const json = run({"inbox", "--json"}).json();
  EXPECT_EQ(json["needs_person"], true);
  EXPECT_EQ(json["waiting"][0]["state"], "ANALYSIS_ERROR");
  EXPECT_EQ(json["waiting"][0]["waits_for_person"], true);
  EXPECT_EQ(json["waiting"][0]["attempts_left"], 2);
  auto const board = daemon({});
  auto const status = run({"status", "--json"});
  EXPECT_EQ(status.exit, Exit::person);
  EXPECT_EQ(status.json()["counts"]["agent"], 1);
}

TEST_F(RefusedWork, WithNoAttemptLeftIsListedFirst) {
  dir.write("root/two/artifacts/b/x.json", "{");
  for (int attempt = 1; attempt <= 3; ++attempt) {
    dir.write("root/two/b.kg.lock", "");
    ASSERT_EQ(run({"merge", session("two")}).exit, Exit::judged_bad);
  }
  auto const waiting = run({"inbox", "--json"}).json()["waiting"];
  ASSERT_EQ(waiting.size(), 2U);
  EXPECT_EQ(waiting[0]["signal"], "b.kg.lock") << "though the other one is older";
}

TEST_F(RefusedWork, OfASessionThatIsMadeAgainBeginsAtTheFirstAttempt) {
  refuse();
  EXPECT_EQ(instructions()["attempt"], 2);
  fs::remove_all(dir / "root/one/.artifactd");
  refuse();
  EXPECT_EQ(instructions()["attempt"], 3) << "what an agent can delete does not count";
  fs::remove_all(dir / "root/one");
  dir.write("root/one/artifacts/a/x.json", "{");
  refuse();
  EXPECT_EQ(instructions()["attempt"], 1);
  EXPECT_EQ(instructions()["budget"]["left"], 2);
}

TEST_F(RefusedWork, WithNoAttemptLeftIsSentToTheInboxByStatus) {
  auto board = daemon({});
  EXPECT_THAT(run({"status"}).out, HasSubstr("artifactctl retry " + session("one") + " a\n"));
  refuse();
  refuse();
  EXPECT_THAT(run({"status"}).out, HasSubstr("artifactctl inbox " + session("one") + "\n"));
}

TEST_F(RefusedWork, TakesAHintThatReachesTheInstructionsAndGrantsOneAttempt) {
  refuse();
  refuse();
  EXPECT_EQ(instructions()["budget"]["left"], 0);
  auto answer = run({"hint", "one", "a", "mind the comma"});
  EXPECT_EQ(answer.exit, Exit::ok) << answer.err;
  auto told = instructions();
  EXPECT_EQ(told["hints"][0]["text"], "mind the comma");
  EXPECT_EQ(told["budget"]["attempts"], 4);
  EXPECT_EQ(told["budget"]["left"], 1);
  EXPECT_EQ(told["attempt"], 3);
  EXPECT_EQ(told["findings"][0]["line"], 3) << "what was wrong is still told";
  EXPECT_FALSE(told["requirements"].empty());
  EXPECT_TRUE(refused());
  refuse();
  EXPECT_EQ(instructions()["attempt"], 4);
  EXPECT_EQ(instructions()["budget"]["left"], 0);
  EXPECT_EQ(instructions()["hints"].size(), 1U);
}

TEST_F(RefusedWork, HintedAfterMoreAttemptsThanWereGrantedIsToldWhatIsLeft) {
  for (int attempt = 2; attempt <= 4; ++attempt)
    refuse();
  EXPECT_THAT(run({"hint", "one", "a", "x"}).out, HasSubstr("attempt 5 is next, attempts left: 1\n"));
}

TEST_F(RefusedWork, TakesAHintByThePathOfTheSignalAndAfterItsLogIsLost) {
  fs::remove_all(dir / "root/one/.artifactd/attempts");
  auto answer = run({"hint", session("one") + "/a.kg.lock.error", "look again"});
  EXPECT_EQ(answer.exit, Exit::ok) << answer.err;
  EXPECT_EQ(instructions()["hints"][0]["text"], "look again");
  EXPECT_EQ(instructions()["findings"].size(), 1U) << "judged once more";
  EXPECT_EQ(instructions()["budget"]["used"], 1) << "the journal remembers";
}

TEST_F(RefusedWork, TakesNoHintThatSaysNothingOrTooMuch) {
  auto before = text("root/one/a.retry-instructions.json");
  for (auto const& bad : {std::string(), std::string("  "), std::string("a\nb"), std::string("\x1b[2J"),
                          std::string("\xff"), std::string(4097, 'x')})
    EXPECT_EQ(run({"hint", "one", "a", bad}).exit, Exit::usage) << bad;
  EXPECT_EQ(run({"hint", "one", "nobody", "x"}).exit, Exit::not_found);
  EXPECT_EQ(run({"hint", "one", "a", "x", "--dry-run"}).exit, Exit::ok);
  EXPECT_THAT(run({"hint", "one", "a", "x", "--dry-run"}).out, HasSubstr("one attempt granted"));
  EXPECT_EQ(run({"--json", "hint", "one", "a", "x", "--dry-run"}).json()["dry_run"], true);
  fs::rename(dir / "state/journal.db", dir / "state/away");
  auto answer = run({"hint", "one", "a", "x"});
  EXPECT_EQ(answer.exit, Exit::io);
  EXPECT_THAT(answer.err, HasSubstr("only artifactd's journal grants attempts"));
  EXPECT_EQ(text("root/one/a.retry-instructions.json"), before);
}

TEST_F(RefusedWork, TakesNoHintWithTheReasonWhyTheJournalCannotBeUsed) {
  {
    auto journal = sqlite::Database::open((dir / "state/journal.db").string(), sqlite::Access::write);
    ASSERT_TRUE(journal && journal->run("PRAGMA user_version = 99"));
  }
  auto const answer = run({"hint", "one", "a", "x"});
  EXPECT_EQ(answer.exit, Exit::io);
  EXPECT_THAT(answer.err, HasSubstr("made by another version of artifactd (layout 99"));
  EXPECT_THAT(answer.err, testing::Not(HasSubstr("start artifactd once")));
}

TEST_F(RefusedWork, IsNotSubmittedAfreshIfTheJournalGoesOnCounting) {
  {
    auto journal = sqlite::Database::open((dir / "state/journal.db").string(), sqlite::Access::write);
    ASSERT_TRUE(journal && journal->run("PRAGMA user_version = 99"));
  }
  auto const answer = run({"retry", "one", "a", "--fresh"});
  EXPECT_EQ(answer.exit, Exit::io);
  EXPECT_THAT(answer.err, HasSubstr("only artifactd's journal grants attempts"));
  EXPECT_TRUE(refused());
  EXPECT_TRUE(fs::exists(dir / "root/one/.artifactd/attempts"));
  EXPECT_EQ(run({"retry", "one", "a"}).exit, Exit::ok) << "with the attempts that are left";
}

TEST_F(RefusedWork, IsAbandonedWithoutATraceButInTheJournal) {
  refuse();
  EXPECT_EQ(run({"abandon", "one", "a", "--dry-run"}).exit, Exit::ok);
  EXPECT_TRUE(refused());
  EXPECT_EQ(run({"abandon", "one", "a"}).exit, Exit::ok);
  EXPECT_FALSE(refused());
  EXPECT_FALSE(fs::exists(dir / "root/one/a.retry-instructions.json"));
  EXPECT_EQ(text("root/one/artifacts/a/x.json"), "{\n \"x\": 1,\n}") << "the files stay";
  auto const told = run({"log", "-n", "99"}).out;
  EXPECT_THAT(told, AllOf(HasSubstr("abandoned"), HasSubstr("attempt 2 of 3: json.")));
  EXPECT_EQ(run({"abandon", "one", "a"}).exit, Exit::not_found);
  EXPECT_EQ(run({"inbox"}).exit, Exit::ok);
  refuse();
  EXPECT_EQ(instructions()["attempt"], 1) << "a full budget";
}

TEST_F(RefusedWork, IsAbandonedWithWhatItsAgentWroteOnlyIfTheJournalKeepsThat) {
  auto const settings = text("artifactd.toml");
  for (auto const keeps : {false, true}) {
    dir.write("artifactd.toml", settings + "[journal]\ncontent = " + (keeps ? "true\n" : "false\n"));
    dir.write("root/one/artifacts/a/x.json", R"({"HUNTER2": 1, "HUNTER2": 2})");
    refuse();
    ASSERT_EQ(run({"abandon", "one", "a"}).exit, Exit::ok);
    auto const told = run({"--json", "log", "-n", "99"}).out;
    EXPECT_EQ(told.contains("HUNTER2"), keeps) << told;
    EXPECT_EQ(told.contains("json.duplicate_key"), true) << told;
  }
}

TEST_F(RefusedWork, AndPendingAgainIsNoneOfAPersonsBusiness) {
  dir.write("root/one/a.kg.lock", "");
  for (std::string const word : {"fix", "abandon"})
    EXPECT_EQ(run({word, "one", "a"}).exit, Exit::conflict) << word;
  EXPECT_EQ(run({"hint", "one", "a", "x"}).exit, Exit::conflict);
  EXPECT_EQ(run({"inbox"}).exit, Exit::ok);
}

TEST_F(RefusedWork, AmongHostileFilesIsStillListed) {
  dir.write("root/one/.artifactd/attempts/a.kg.json", std::string(100'000, '['));
  dir.write("root/one/a.retry-instructions.json", "\x1b[2J");
  fs::create_directory(dir / "root/one/b.kg.lock");
  auto answer = run({"inbox"});
  EXPECT_EQ(answer.exit, Exit::person);
  EXPECT_THAT(answer.out, HasSubstr("its record is lost"));
  EXPECT_THAT(answer.out, HasSubstr("odd  " + session("one") + "/b.kg.lock"));
  EXPECT_THAT(answer.out, Not(HasSubstr("\x1b")));
}

} // namespace
} // namespace artifactd
