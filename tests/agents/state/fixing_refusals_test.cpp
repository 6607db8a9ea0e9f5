#include "tests/agents/state/fixing_site.hpp"
#include "tests/support/last_instant.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::create;
using test::fault;
using test::modify;
using test::must;
using test::snapshot;
using testing::HasSubstr;
using What = FixOutcome::What;

/// Fixes that are refused and leave everything unchanged.
using FixingRefusals = test::Fixing;

TEST_F(FixingRefusals, AppliesAllOrNothingWhereTheContentDrifted) {
  skill("phases/one.md", "something else\n");
  auto before = project();
  auto outcome = apply();
  EXPECT_EQ(outcome.what, What::drifted);
  ASSERT_EQ(outcome.drifts.size(), 1U);
  EXPECT_EQ(outcome.drifts[0].file, "phases/one.md");
  EXPECT_EQ(project(), before);
  EXPECT_EQ(state()["pending_fixes"][0], "FIX-1");
}

TEST_F(FixingRefusals, SaysOfEveryChangeWhyItCannotBeMade) {
  auto why = [&](json const& change) {
    propose({change});
    auto outcome = apply();
    return outcome.drifts.empty() ? std::string("applied") : outcome.drifts.at(0).why;
  };
  skill("binary.bin", std::string("\0\xff\x01\0", 4));
  skill("twice.md", "x\ny\nx\n");
  fs::create_symlink("SKILL.md", path("link.md"));
  fs::create_directory_symlink("/tmp", path("elsewhere"));
  skill("plain.md", "body");
  fs::create_hard_link(path("plain.md"), path("linked.md"));
  ASSERT_EQ(::mkfifo(path("pipe.md").c_str(), 0600), 0);
  EXPECT_THAT(why(modify("missing.md", "a", "b")), HasSubstr("no such file"));
  EXPECT_THAT(why(modify("twice.md", "x", "b")), HasSubstr("more than once"));
  EXPECT_THAT(why(modify("twice.md", "z", "b")), HasSubstr("is not there"));
  EXPECT_THAT(why(modify("binary.bin", "a", "b")), HasSubstr("is not there"));
  EXPECT_THAT(why(test::patch("twice.md", "@@ -1 +1 @@\n-z\n+b\n")), HasSubstr("are not in the file"));
  EXPECT_THAT(why(create("twice.md", "other")), HasSubstr("already exists"));
  EXPECT_THAT(why(create("twice.md", "x\ny\nx\n")), HasSubstr("already"));
  EXPECT_THAT(why(modify("phases/*.md", "a", "b")), HasSubstr("not name a single file"));
  EXPECT_THAT(why(modify("link.md", "body", "b")), HasSubstr("not a regular file"));
  EXPECT_THAT(why(create("elsewhere/x.md", "b")), HasSubstr("through a link"));
  EXPECT_THAT(why(modify("linked.md", "body", "b")), HasSubstr("not a regular file"));
  EXPECT_THAT(why(modify("pipe.md", "body", "b")), HasSubstr("not a regular file"));
  EXPECT_THAT(why(modify("phases", "body", "b")), HasSubstr("not a regular file"));
  EXPECT_THAT(why(create(".artifactd-change/x", "b")), HasSubstr("cannot be the name"));
  EXPECT_THAT(why(create("SKILL.md/x", "b")), HasSubstr("through a link or a file"));
  EXPECT_FALSE(fs::exists("/tmp/x.md"));
  ::chmod(path("twice.md").c_str(), 04755);
  EXPECT_THAT(why(modify("twice.md", "y", "b")), HasSubstr("runs as its owner"));
  propose({create("N.md", "a"), create("N.md/x", "b")});
  EXPECT_THAT(apply().drifts.at(0).why, HasSubstr("to be a file"));
}

TEST_F(FixingRefusals, ChangesNothingThatDecidesWhatIsRun) {
  auto why = [&](json const& change) {
    propose({change});
    auto outcome = apply();
    return outcome.drifts.empty() ? std::string("applied") : outcome.drifts.at(0).why;
  };
  for (auto const* file : {".git/config", ".GIT/hooks/post-commit", "sub/.Hg/hgrc", "_darcs/x", ".svn/x",
                           ".bzr/x", "node_modules/.bin/tool", "a/Node_Modules/./.BIN/tool"})
    EXPECT_THAT(why(create(file, "x")), HasSubstr("version control")) << file;
  EXPECT_EQ(why(create("docs/.github/x.md", "x")), "applied");
  skill("check.sh", "exit 1\n");
  policy_.verify = {"sh", "-c", "cd .; ./check.sh && true"};
  EXPECT_THAT(why(modify("check.sh", "1", "0")), HasSubstr("verifies"));
  policy_.verify = {"/usr/bin/check", "--script=CHECK.sh"};
  EXPECT_THAT(why(modify("check.sh", "1", "0")), HasSubstr("verifies"));
  policy_.verify = {path("check.sh").string()};
  EXPECT_THAT(why(modify("./check.sh", "1", "0")), HasSubstr("verifies"));
  fs::create_symlink(path("check.sh"), project_ / "elsewhere");
  policy_.verify = {"sh", (project_ / "elsewhere").string()};
  EXPECT_THAT(why(modify("check.sh", "1", "0")), HasSubstr("verifies"));
  policy_.verify = {"grep", "-rq", "index", "."};
  EXPECT_EQ(why(modify("check.sh", "1", "0")), "applied");
  EXPECT_THAT(why(test::removal("SKILL.md")), HasSubstr("not a skill"));
}

TEST_F(FixingRefusals, IsNotJudgedByAProgramOfTheSkill) {
  auto const program = path("bin/check");
  skill("bin/check", "#!/bin/sh\n: > ran\n");
  fs::permissions(program, fs::perms(0755));
  policy_.verify = {program.string()};
  apply();
  EXPECT_EQ(fault(verify_fixes(dir_.session(), policy_, std::nullopt)), "unsafe");
  EXPECT_FALSE(fs::exists(path("ran")));
  EXPECT_EQ(applied()["verification_result"], "pending");
}

TEST_F(FixingRefusals, IsNotJudgedForASessionOfRoots) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root's sessions belong to root";
  apply();
  ::chown(dir_.path().c_str(), 0, 0);
  auto const session = must(Session::open(dir_.path().string()));
  policy_.verify = {"true"};
  auto const verified = verify_fixes(session, policy_, std::nullopt);
  ASSERT_EQ(fault(verified), "unsupported");
  EXPECT_THAT(verified.error().message, HasSubstr("chown"));
}

TEST_F(FixingRefusals, TouchesNothingOutsideItsTarget) {
  auto outside = [&](std::string const& target) {
    auto changed = json::parse(snapshot(12));
    changed["target_skill"]["path"] = target;
    fs::remove_all(dir_ / ".artifactd");
    dir_.write("state.json", changed.dump(2));
    return fault(apply_fix(dir_.session(), policy_, "FIX-1", Rehearsal::no));
  };
  fs::create_directory_symlink("/tmp", project_ / "linked");
  project_.write(".git/SKILL.md", "x");
  project_.write("lib/node_modules/.bin/SKILL.md", "x");
  fs::create_directory(project_ / "plain");
  fs::create_directory(project_ / "sly");
  fs::create_symlink("/etc/hostname", project_ / "sly/SKILL.md");
  for (auto const* target :
       {"..", "../other", "/tmp", "linked", ".claude/../..", ".", ".git", ".GIT", "lib/node_modules/.bin",
        "plain", "sly", ".claude/skills/../skills/release-notes"})
    EXPECT_EQ(outside(target), "unsafe") << target;
  EXPECT_EQ(outside("missing"), "missing");
  policy_.target_root = "";
  EXPECT_EQ(outside(".claude/skills/release-notes"), "denied");
}

TEST_F(FixingRefusals, TakesItAllBackWhereTheStateWasChangedMeanwhile) {
  auto before = project();
  auto theirs = state();
  theirs["current_action"] = "action-apply-fix";
  theirs["updated_at"] = "2099-01-01T00:00:00.000Z";
  theirs["action_history"].push_back({{"action", "action-apply-fix"},
                                      {"started_at", "2099-01-01T00:00:00.000Z"},
                                      {"completed_at", nullptr},
                                      {"result", nullptr},
                                      {"output_files", json::array()}});
  // The files are in place; the state is about to be written.
  test::BeforeRename meddling([&](test::RenameCall const& call) {
    if (call.to == "state.json" && call.flags == RENAME_EXCHANGE) {
      dir_.write("other", theirs.dump(2));
      fs::rename(dir_ / "other", dir_ / "state.json");
    }
    return 0;
  });
  EXPECT_EQ(fault(apply_fix(dir_.session(), policy_, "FIX-1", Rehearsal::no)), "busy");
  EXPECT_EQ(project(), before);
  EXPECT_EQ(state(), theirs);
}

TEST_F(FixingRefusals, LeavesAloneAFileThatIsWrittenMeanwhile) {
  test::BeforeRename meddling([&](test::RenameCall const& call) {
    if (call.to == "one.md") skill("phases/one.md", "theirs");
    return 0;
  });
  EXPECT_EQ(fault(apply_fix(dir_.session(), policy_, "FIX-1", Rehearsal::no)), "changed");
  EXPECT_EQ(skill("phases/one.md"), "theirs");
  EXPECT_EQ(skill("SKILL.md"), "# Notes\nbody\n");
  EXPECT_FALSE(fs::exists(path("new")));
}

TEST_F(FixingRefusals, DoesNotRollBackOverLaterChanges) {
  apply();
  skill("SKILL.md", "mine now");
  auto before = project();
  EXPECT_EQ(fault(rollback_fix(dir_.session(), policy_, "FIX-1", Rehearsal::no)), "changed");
  EXPECT_EQ(project(), before);
  EXPECT_EQ(applied()["rollback_available"], true);
  skill("SKILL.md", "# Notes\nindex\n");
  ::chmod(path("SKILL.md").c_str(), 0600);
  EXPECT_EQ(fault(rollback_fix(dir_.session(), policy_, "FIX-1", Rehearsal::no)), "changed");
}

TEST_F(FixingRefusals, MindsAnActionThatIsUnderWay) {
  policy_.apply = true;
  dir_.write("state.json", snapshot(13));
  ASSERT_FALSE(state()["current_action"].is_null());
  EXPECT_TRUE(work_on_fixes(dir_.session(), policy_).outcomes.empty());

  EXPECT_EQ(fault(apply_fix(dir_.session(), policy_, "FIX-1", Rehearsal::no)), "busy");
}

TEST_F(FixingRefusals, DoesNothingOnTheWordOfARefusedState) {
  must(apply_fix(dir_.session(), policy_, "FIX-1", Rehearsal::yes));
  auto broken = state();
  broken["error_count"] = 2;
  dir_.write("state.json", broken.dump(2));
  EXPECT_EQ(fault(apply_fix(dir_.session(), policy_, "FIX-1", Rehearsal::no)), "invalid");
}

} // namespace
} // namespace artifactd
