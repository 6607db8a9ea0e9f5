#include "agents/state/fix_target.hpp"
#include "tests/agents/state/fixing_site.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::create;
using test::fault;
using test::modify;
using test::must;
using test::snapshot;
using testing::HasSubstr;
using What = FixOutcome::What;

using FixingTest = test::Fixing;

TEST_F(FixingTest, AppliesEveryKindOfChangeAndSaysSo) {
  EXPECT_EQ(apply().what, What::applied);
  EXPECT_EQ(skill("SKILL.md"), "# Notes\nindex\n");
  EXPECT_EQ(skill("phases/one.md"), "first\r\n2\r\n3\r\n");
  EXPECT_EQ(skill("new/deep/three.md"), "three");
  EXPECT_FALSE(fs::exists(path("phases/two.md")));
  EXPECT_TRUE(state()["pending_fixes"].empty());
  EXPECT_EQ(applied()["fix_id"], "FIX-1");
  EXPECT_EQ(applied()["verification_result"], "pending");
  EXPECT_EQ(applied()["changes_made"].size(), 4U);
  EXPECT_EQ(state()["completed_actions"].back(), "action-apply-fix");
  EXPECT_EQ(dir_.read("backups/release-notes-backup/before-FIX-1/phases/two.md"), "no newline at the end");
  expect_sound();
}

TEST_F(FixingTest, RolledBackEverythingIsAsBeforeToTheByteAndTheMode) {
  auto before = project();
  apply();
  EXPECT_NE(project(), before);
  EXPECT_EQ(roll_back().what, What::rolled_back);
  EXPECT_EQ(project(), before);
  EXPECT_EQ(applied()["verification_result"], "rolled_back");
  EXPECT_EQ(applied()["rollback_available"], false);
  EXPECT_EQ(fault(rollback_fix(dir_.session(), policy_, "FIX-1", Rehearsal::no)), "missing");
  expect_sound();
}

TEST_F(FixingTest, AfterTheEndOfTheRunTheErrorSaysTheWayBack) {
  dir_.write("state.json", test::snapshots().back());
  auto const refused = rollback_fix(dir_.session(), policy_, "FIX-1", Rehearsal::no);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("the run has completed, and its state is frozen"));
  EXPECT_THAT(refused.error().message, HasSubstr("artifactctl state restore " + dir_.session().shown()));
  EXPECT_EQ(dir_.read("state.json"), test::snapshots().back());
}

TEST_F(FixingTest, RehearsedItChangesNothing) {
  auto before = project();
  auto text = dir_.read("state.json");
  auto outcome = must(apply_fix(dir_.session(), policy_, "FIX-1", Rehearsal::yes));
  EXPECT_EQ(outcome.edits.size(), 4U);
  EXPECT_EQ(project(), before);
  EXPECT_EQ(dir_.read("state.json"), text);
  EXPECT_FALSE(dir_.exists("backups"));
}

TEST_F(FixingTest, ChangesOfOneFileAddUp) {
  propose({modify("SKILL.md", "# Notes", "# News"), modify("SKILL.md", "body", "index"),
           create("x.md", "x\n"), modify("x.md", "x", "y")});
  apply();
  EXPECT_EQ(skill("SKILL.md"), "# News\nindex\n");
  EXPECT_EQ(skill("x.md"), "y\n");
}

TEST_F(FixingTest, VerifiedByCommandTheRunGoesOn) {
  policy_.verify = {"sh", "-c", "test \"$ARTIFACTD_FIX\" = FIX-1 && grep -rq index ."};
  apply();
  auto outcomes = must(verify_fixes(dir_.session(), policy_, std::nullopt));
  ASSERT_EQ(outcomes.size(), 1U);
  EXPECT_EQ(outcomes[0].what, What::passed);
  EXPECT_EQ(applied()["verification_result"], "pass");
  EXPECT_EQ(state()["completed_actions"].back(), "action-verify");
  EXPECT_EQ(state()["iteration_count"], 1);
  auto const now = state();
  for (auto const& issue : now["issues"])
    EXPECT_NE(issue["id"], "ISS-001");
  EXPECT_EQ(fault(verify_fixes(dir_.session(), policy_, "FIX-1")), "missing");
  expect_sound();
}

TEST_F(FixingTest, WithoutACommandTheFilesOrTheMarkerTell) {
  apply();
  EXPECT_EQ(must(verify_fixes(dir_.session(), policy_, "FIX-1")).at(0).what, What::passed);
  propose({modify("SKILL.md", "index", "body")});
  apply();
  skill("SKILL.md", "spoiled");
  EXPECT_EQ(must(verify_fixes(dir_.session(), policy_, "FIX-1")).at(0).what, What::failed);
  propose({modify("SKILL.md", "spoiled", "body")});
  apply();
  skill("SKILL.md", "spoiled");
  skill("phases/one.md", "<!-- Applied fix FIX-1: well -->");
  EXPECT_EQ(must(verify_fixes(dir_.session(), policy_, "FIX-1")).at(0).what, What::passed);
}

class TwoFixes : public FixingTest {
protected:
  TwoFixes() {
    auto now = state();
    auto second = now["proposed_fixes"][0];
    second["id"] = "FIX-2";
    second["changes"] = nlohmann::json::array({modify("SKILL.md", "index", "table")}); // FIX-1 writes "index"
    now["proposed_fixes"] = nlohmann::json::array({now["proposed_fixes"][0], second});
    now["pending_fixes"] = nlohmann::json::array({"FIX-1", "FIX-2"});
    dir_.write("state.json", now.dump(2));
  }
  [[nodiscard]] std::vector<What> verdicts() {
    std::vector<What> found;
    for (auto const& each : must(verify_fixes(dir_.session(), policy_, std::nullopt)))
      found.push_back(each.what);
    return found;
  }
};

TEST_F(TwoFixes, OfOneFileAreVerifiedTogether) {
  apply("FIX-1");
  apply("FIX-2");
  EXPECT_EQ(skill("SKILL.md"), "# Notes\ntable\n");
  EXPECT_EQ(verdicts(), (std::vector{What::passed, What::passed}));
  expect_sound();
}

TEST_F(TwoFixes, WhatIsSpoiledInBetweenIsTheFirstOnesFault) {
  apply("FIX-1");
  skill("SKILL.md", "# News\nindex\n");
  apply("FIX-2");
  EXPECT_EQ(verdicts(), (std::vector{What::failed, What::passed}));
}

TEST_F(TwoFixes, WhatIsSpoiledAfterwardsIsTheLastOnesFault) {
  apply("FIX-1");
  apply("FIX-2");
  skill("SKILL.md", "spoiled");
  EXPECT_EQ(verdicts(), (std::vector{What::passed, What::failed}));
}

TEST_F(TwoFixes, AVerdictIsOfTheStateItWasFormedOn) {
  apply("FIX-1");
  int runs = 0;
  policy_.verify = {"true"};
  policy_.runner = [&, run = policy_.runner](Command const& command) {
    if (runs++ == 0) apply("FIX-2");
    return run(command);
  };
  EXPECT_EQ(verdicts(), (std::vector{What::passed, What::passed}));
  EXPECT_EQ(runs, 3) << "once for the former state, and twice again";
}

TEST_F(FixingTest, OnItsOwnItAppliesVerifiesAndTakesBackWhatFails) {
  policy_.apply = true;
  policy_.verify = {"sh", "-c", "echo it does not work >&2; exit 3"};
  auto before = project();
  auto done = work_on_fixes(dir_.session(), policy_);
  ASSERT_FALSE(done.trouble) << done.trouble->message;
  ASSERT_EQ(done.outcomes.size(), 3U);
  EXPECT_EQ(done.outcomes[0].what, What::applied);
  EXPECT_EQ(done.outcomes[1].what, What::failed);
  EXPECT_THAT(done.outcomes[1].words, HasSubstr("it does not work"));
  EXPECT_EQ(done.outcomes[2].what, What::rolled_back);
  EXPECT_EQ(project(), before);
  EXPECT_EQ(applied()["verification_result"], "rolled_back");
  EXPECT_TRUE(work_on_fixes(dir_.session(), policy_).outcomes.empty());
  EXPECT_FALSE(fix_obstacle(dir_.session(), policy_, must(state_in_place(dir_.session()))));
  expect_sound();
}

TEST_F(FixingTest, WhatFailsAndCannotBeTakenBackIsTold) {
  policy_.apply = true;
  policy_.verify = {"sh", "-c", "for file in S*.md; do echo more >> $file; done; exit 1"};
  auto done = work_on_fixes(dir_.session(), policy_);
  EXPECT_EQ(done.outcomes.size(), 2U);
  ASSERT_TRUE(done.trouble);
  EXPECT_THAT(done.trouble->message, HasSubstr("FIX-1: SKILL.md is not as the fix left it"));
  auto obstacle = fix_obstacle(dir_.session(), policy_, must(state_in_place(dir_.session())));
  ASSERT_TRUE(obstacle);
  EXPECT_THAT(obstacle->why, HasSubstr("cannot be rolled back"));
  EXPECT_EQ(obstacle->command, "rollback");
}

TEST_F(FixingTest, OnlyArtifactdsOwnRecordTakesAnythingBack) {
  apply();
  // Nothing is restored from the copies in the session, which agents may change.
  dir_.write("backups/release-notes-backup/before-FIX-1/SKILL.md", "forged");
  dir_.write("backups/release-notes-backup/before-FIX-1/bin/tool", "forged");
  dir_.write(".artifactd/fixes/before-FIX-1.json",
             R"({"version": 1, "files": [{"path": "bin/tool", "before": "x", "after": "", "mode": 1023}]})");
  roll_back();
  EXPECT_EQ(skill("SKILL.md"), "# Notes\nbody\n");
  EXPECT_FALSE(fs::exists(path("bin/tool")));
}

TEST_F(FixingTest, WithoutItsRecordNothingIsTakenBack) {
  apply();
  dir_.write(".artifactd/fixes/before-FIX-1.json",
             R"({"version": 1, "files": [{"path": "bin/tool", "before": "", "after": "", "mode": 420}]})");
  fs::remove_all(policy_.records);
  EXPECT_EQ(fault(rollback_fix(dir_.session(), policy_, "FIX-1", Rehearsal::no)), "missing");
  test::SessionDir other; // the same texts, but another session
  policy_.records = (elsewhere_ / "of another").string();
  propose({modify("SKILL.md", "index", "again")});
  apply();
  other.write("state.json", dir_.read("state.json"));
  EXPECT_EQ(fault(rollback_fix(other.session(), policy_, "FIX-1", Rehearsal::no)), "missing");
}

TEST_F(FixingTest, OnlyWhatTheStateNamesIsTakenBack) {
  apply();
  auto changed = state();
  changed["applied_fixes"].back()["changes_made"].erase(0);
  fs::remove_all(dir_ / ".artifactd");
  dir_.write("state.json", changed.dump(2));
  EXPECT_EQ(fault(rollback_fix(dir_.session(), policy_, "FIX-1", Rehearsal::no)), "changed");
  EXPECT_EQ(skill("SKILL.md"), "# Notes\nindex\n");
}

TEST_F(FixingTest, AFileMadeAgainIsOpenToNobodyItWasNotMeantFor) {
  ::chmod(path("phases/two.md").c_str(), 0777);
  apply();
  auto const before = ::umask(027);
  roll_back();
  ::umask(before);
  EXPECT_EQ(fs::status(path("phases/two.md")).permissions(),
            fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec);
}

TEST_F(FixingTest, FinishesWhatWasCutShortByWhatTheStateSays) {
  auto cut_short = [&](std::string const& owner, std::string const& about) {
    auto skill_directory = must(open_trusted_directory(path("")));
    auto set = must(
        ChangeSet::carry_out(skill_directory.get(), {owner, about}, {{"x.md", std::nullopt, "x", 0644}}));
    EXPECT_TRUE(is_cut_short(policy_, must(state_in_place(dir_.session()))));
    return fs::exists(path("x.md"));
  };
  auto at = [&] { return applied()["applied_at"].get<std::string>(); };
  apply();
  // Not recorded: cut short by this session, by another, and by one that no longer exists.
  test::SessionDir other;
  other.write("state.json", snapshot(4));
  for (auto const& owner :
       {dir_.session().shown(), other.session().shown(), std::string("/no/such/session")}) {
    ASSERT_TRUE(cut_short(owner, "apply 2020-01-01T00:00:00.000Z FIX-1"));
    must(settled_state(dir_.session(), policy_));
    EXPECT_FALSE(fs::exists(path("x.md"))) << owner;
  }
  // Recorded here under a former name of the session; then by another session.
  ASSERT_TRUE(cut_short("/moved/since", "apply " + at() + " FIX-1"));
  must(settled_state(dir_.session(), policy_));
  EXPECT_TRUE(fs::exists(path("x.md")));
  fs::remove(path("x.md"));
  other.write("state.json", dir_.read("state.json"));
  auto told = "apply " + at() + " FIX-1";
  roll_back();
  propose({modify("SKILL.md", "body", "index")});
  ASSERT_TRUE(cut_short(other.session().shown(), told));
  must(settled_state(dir_.session(), policy_));
  EXPECT_TRUE(fs::exists(path("x.md")));
  expect_sound();
}

TEST_F(FixingTest, WritesOverNoOtherBackup) {
  dir_.write("backups/release-notes-backup/before-FIX-1/SKILL.md", "of the iteration before");
  auto before = project();
  apply();
  EXPECT_THAT(applied()["backup_path"].get<std::string>(), testing::EndsWith("/before-FIX-1.2"));
  EXPECT_EQ(dir_.read("backups/release-notes-backup/before-FIX-1/SKILL.md"), "of the iteration before");
  roll_back();
  EXPECT_EQ(project(), before);
}

} // namespace
} // namespace artifactd
