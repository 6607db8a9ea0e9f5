// A run whose fix FIX-1 is approved, the skill that it changes, and helpers for both.
#pragma once

#include "agents/state/fix_work.hpp"
#include "state/session/session_layout.hpp"
#include "state/tuning/judge.hpp"
#include "tests/support/ordinary_user.hpp"
#include "tests/support/session_dir.hpp"
#include "tests/support/tuning_run.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace artifactd::test {

inline nlohmann::json modify(std::string const& file, std::string const& from, std::string const& to) {
  return {{"file", file}, {"action", "modify"}, {"old_content", from}, {"new_content", to}};
}
inline nlohmann::json create(std::string const& file, std::string const& text) {
  return {{"file", file}, {"action", "create"}, {"new_content", text}};
}
inline nlohmann::json removal(std::string const& file) {
  return {{"file", file}, {"action", "delete"}};
}
inline nlohmann::json patch(std::string const& file, std::string const& diff) {
  return {{"file", file}, {"action", "modify"}, {"diff", diff}};
}

class Fixing : public testing::Test {
protected:
  Fixing() {
    policy_.target_root = project_.path();
    policy_.records = (elsewhere_ / "state/fixes").string();
    skill("SKILL.md", "# Notes\nbody\n");
    skill("phases/one.md", "first\r\nsecond\r\n");
    skill("phases/two.md", "no newline at the end");
    ::chmod(path("phases/two.md").c_str(), 0751);
    propose({modify("SKILL.md", "body", "index"), patch("phases/one.md", "@@ -2 +2,2 @@\n-second\n+2\n+3\n"),
             create("new/deep/three.md", "three"), removal("phases/two.md")});
    dir_.give_away(); // verifying commands run as its owner
    give_away(project_.path());
  }

  [[nodiscard]] std::filesystem::path path(std::string const& file) const {
    return project_ / (".claude/skills/release-notes/" + file);
  }
  void skill(std::string const& file, std::string_view text) const {
    project_.write(".claude/skills/release-notes/" + file, text);
  }
  [[nodiscard]] std::string skill(std::string const& file) const {
    return project_.read(".claude/skills/release-notes/" + file);
  }

  /// Restores the state just before the first fix is applied, with these changes as FIX-1's.
  void propose(std::vector<nlohmann::json> const& changes) {
    auto state = nlohmann::json::parse(snapshot(12));
    ASSERT_TRUE(state["current_action"].is_null());
    ASSERT_EQ(state["pending_fixes"][0], "FIX-1");
    state["pending_fixes"] = {"FIX-1"};
    state["proposed_fixes"][0]["changes"] = changes;
    std::filesystem::remove_all(dir_ / ".artifactd");
    dir_.write("state.json", state.dump(2));
  }
  [[nodiscard]] nlohmann::json state() const { return nlohmann::json::parse(dir_.read("state.json")); }
  [[nodiscard]] nlohmann::json applied() const { return state()["applied_fixes"].back(); }

  /// Name, content and mode of every file of the project.
  [[nodiscard]] std::map<std::string, std::string> project() const {
    std::map<std::string, std::string> found;
    for (auto const& entry : std::filesystem::recursive_directory_iterator(project_.path())) {
      struct stat status{};
      ::lstat(entry.path().c_str(), &status);
      auto name = std::filesystem::relative(entry.path(), project_.path()).string();
      found[name] = entry.is_regular_file() ? fmt::format("{:o} {}", status.st_mode, project_.read(name))
                                            : fmt::format("{:o}", status.st_mode);
    }
    return found;
  }

  FixOutcome apply(std::string const& fix = "FIX-1") {
    return must(apply_fix(dir_.session(), policy_, fix, Rehearsal::no));
  }
  FixOutcome roll_back(std::string const& fix = "FIX-1") {
    return must(rollback_fix(dir_.session(), policy_, fix, Rehearsal::no));
  }
  void expect_sound() const {
    auto judged = tuning::judge("state.json", dir_.read("state.json"));
    EXPECT_FALSE(judged.refused()) << judged.findings.front().message;
    EXPECT_TRUE(dir_.names(".artifactd/work").empty());
    EXPECT_FALSE(std::filesystem::exists(path(layout::change_room)));
  }

  SessionDir dir_;
  ScratchDir project_;
  ScratchDir elsewhere_; ///< artifactd's own
  FixPolicy policy_;
};

} // namespace artifactd::test
