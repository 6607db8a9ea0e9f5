// Approved fixes of a tuning run, applied to the files of its skill by hand and by the daemon.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/ordinary_user.hpp"
#include "tests/support/tuning_run.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class StateFix : public testing::Test {
protected:
  StateFix() {
    skill("SKILL.md", "# Notes\nbody\n");
    auto state = nlohmann::json::parse(snapshot(12));
    state["pending_fixes"] = {"FIX-1"};
    state["proposed_fixes"][0]["changes"] = nlohmann::json::parse(R"([
      {"file": "SKILL.md", "action": "modify", "old_content": "body", "new_content": "index"},
      {"file": "new/list.md", "action": "create", "new_content": "a\n"}])");
    run_.write("state.json", state.dump(2));
    give_away(run_.path());
    // Fixes are made with the rights of the run's owner, who needs access to the skill.
    give_away(site_.path() / ".claude");
    fs::permissions(site_.path(), fs::perms(0755));
  }

  [[nodiscard]] fs::path path(std::string const& file) const {
    return site_.path() / ".claude/skills/release-notes" / file;
  }
  void skill(std::string const& file, std::string const& text) const {
    fs::create_directories(path(file).parent_path());
    std::ofstream(path(file)) << text;
  }
  [[nodiscard]] std::string skill(std::string const& file) const {
    std::ifstream in(path(file));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Extends the only root in the main file.
  void allow_target() const {
    std::ofstream(site_.config(), std::ios::app) << "target_root = \"" << site_.path().string() << "\"\n";
  }
  [[nodiscard]] nlohmann::json applied() const {
    return nlohmann::json::parse(run_.text("state.json"))["applied_fixes"].back();
  }
  Ended state(std::vector<std::string> words) const {
    words.insert(words.begin(), "state");
    return site_.artifactctl(words);
  }

  Site site_;
  SessionDir run_ = site_.session("skill-tuning-20260311T0842");
};

TEST_F(StateFix, ByHandShownAppliedVerifiedAndRolledBack) {
  EXPECT_THAT(state({"apply", run_.path()}).err, HasSubstr("target_root"));
  allow_target();
  auto shown = state({"apply", run_.path(), "--dry-run"});
  EXPECT_EQ(shown.exit, 0);
  EXPECT_EQ(shown.out, "--- a/SKILL.md\n+++ b/SKILL.md\n@@ -1,2 +1,2 @@\n # Notes\n-body\n+index\n"
                       "--- /dev/null\n+++ b/new/list.md\n@@ -0,0 +1,1 @@\n+a\n");
  EXPECT_EQ(skill("SKILL.md"), "# Notes\nbody\n");
  EXPECT_EQ(state({"apply", run_.path(), "FIX-1"}).out, "FIX-1 is applied: 2 files changed\n");
  EXPECT_EQ(skill("SKILL.md"), "# Notes\nindex\n");
  EXPECT_EQ(state({"apply", run_.path(), "FIX-1"}).exit, 3);
  EXPECT_EQ(site_.json({"state", "verify", run_.path()})["fixes"][0]["outcome"], "passed");
  EXPECT_EQ(state({"rollback", run_.path(), "FIX-1"}).exit, 0);
  EXPECT_EQ(skill("SKILL.md"), "# Notes\nbody\n");
  EXPECT_FALSE(fs::exists(path("new")));
  EXPECT_TRUE(site_.json({"state", "check", run_.path()})["accepted"].get<bool>());
}

TEST_F(StateFix, ByItselfTheDaemonAppliesAndVerifies) {
  allow_target();
  site_.configure("[state]\napply_fixes = true\nverify = [\"grep\", \"-rq\", \"index\", \".\"]\n");
  RunningDaemon daemon(site_);
  ASSERT_TRUE(eventually([&] { return run_.text("state.json").contains("\"pass\""); }));
  EXPECT_EQ(skill("SKILL.md"), "# Notes\nindex\n");
  EXPECT_EQ(applied()["verification_result"], "pass");
  EXPECT_TRUE(eventually([&] { return daemon.logged("notice", {"FIX-1 is applied"}) == 1; }));
  EXPECT_EQ(daemon.logged("refused"), 0);
}

TEST_F(StateFix, ANumberThatNoDoubleHoldsHidesNothing) {
  auto state = nlohmann::json::parse(run_.text("state.json"));
  state["proposed_fixes"][0]["risk"] = "high";
  state["proposed_fixes"][0]["estimate"] = "NUMBER";
  auto text = state.dump(2);
  run_.write("state.json", text.replace(text.find("\"NUMBER\""), 8, "1e999"));
  give_away(run_.path());
  site_.session("other").write("a.kg.lock.error", "");
  allow_target();
  site_.configure("[tuning]\ndrive = true\nyes_to = \"low\"\n");
  for (auto const* command : {"inbox", "status"}) {
    auto const shown = site_.artifactctl({command});
    EXPECT_THAT(shown.out, HasSubstr("a.kg")) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("FIX-1: it has more risk than may be taken")) << shown.err;
  }
  EXPECT_EQ(site_.json({"state", "report", run_.path()})["fixes"][0]["risk"], "high");
  auto const updated = site_.json({"state", "update", run_.path(), "--set", "max_errors=4"});
  EXPECT_EQ(updated.value("changed", false), true) << updated;
  EXPECT_THAT(run_.text("state.json"), HasSubstr("\"estimate\": 1e999"));
}

TEST_F(StateFix, WhatFailsIsTakenBack) {
  allow_target();
  site_.configure("[state]\napply_fixes = true\nverify = [\"false\"]\n");
  RunningDaemon daemon(site_);
  ASSERT_TRUE(eventually([&] { return run_.text("state.json").contains("rolled_back"); }));
  EXPECT_EQ(skill("SKILL.md"), "# Notes\nbody\n");
  EXPECT_EQ(applied()["rollback_available"], false);
}

TEST_F(StateFix, APendingFixIsDroppedWithoutAnError) {
  EXPECT_EQ(state({"drop", run_.path(), "FIX-9"}).exit, 3) << "not pending, as for apply";
  EXPECT_EQ(state({"drop", run_.path(), "FIX-1", "--dry-run"}).exit, 0);
  auto const before = nlohmann::json::parse(run_.text("state.json"));
  EXPECT_EQ(before["pending_fixes"], nlohmann::json::parse(R"(["FIX-1"])"));
  EXPECT_EQ(state({"drop", run_.path(), "FIX-1"}).exit, 0);
  auto const after = nlohmann::json::parse(run_.text("state.json"));
  EXPECT_TRUE(after["pending_fixes"].empty());
  EXPECT_EQ(after["action_history"].back()["result"], "skipped");
  EXPECT_EQ(after["error_count"], before["error_count"]);
  EXPECT_EQ(after["applied_fixes"], before["applied_fixes"]);
}

TEST_F(StateFix, WithoutAProgramItSaysThatNothingWasChecked) {
  allow_target();
  EXPECT_EQ(state({"apply", run_.path(), "FIX-1"}).exit, 0);
  EXPECT_THAT(state({"verify", run_.path()}).out, HasSubstr("warning: nothing was checked"));
}

TEST_F(StateFix, WhatDriftedWaitsInTheInbox) {
  allow_target();
  skill("SKILL.md", "written anew\n");
  site_.configure("[state]\napply_fixes = true\n");
  RunningDaemon daemon(site_);
  ASSERT_TRUE(eventually([&] { return daemon.logged("notice", {"FIX-1 cannot be applied"}) == 1; }));
  auto inbox = site_.artifactctl({"inbox"});
  EXPECT_EQ(inbox.exit, 6);
  EXPECT_THAT(inbox.out, HasSubstr("FIX-1 cannot be applied as it is: SKILL.md: the text to replace"));
  EXPECT_EQ(state({"apply", run_.path(), "FIX-1"}).exit, 4);
  EXPECT_EQ(skill("SKILL.md"), "written anew\n");
}

TEST_F(StateFix, NeedsToBeToldWhere) {
  site_.configure("[state]\napply_fixes = true\n");
  auto checked = site_.artifactctl({"config", "check"});
  EXPECT_EQ(checked.exit, 5);
  EXPECT_THAT(checked.out, HasSubstr("target_root"));
}

} // namespace
} // namespace artifactd::test
