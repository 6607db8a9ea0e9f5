#include "tests/faults/scenario.hpp"
#include "tests/support/ordinary_user.hpp"

#include <fstream>

namespace artifactd::faults {

namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> const flawed_skill = {{"SKILL.md", "# skill\n"}, {"a.md", "one\ntwo\n"}};
std::map<std::string, std::string> const repaired_skill = {{"SKILL.md", "# skill\n"}, {"a.md", "one\n2\n"}};

/// Finds one problem as long as it exists, and repairs it.
constexpr auto agent_of_run = R"sh(#!/bin/sh
cat >/dev/null
issues='"issues": []' fixes='"proposed_fixes": []' count=0 severity=none
case $(cat skill/a.md) in *two*)
  count=1 severity=critical
  issues='"issues": [{"id": "ISS-001", "type": "context_explosion", "severity": "critical", "priority": 1,
    "location": {"file": "a.md", "line_start": 2}, "description": "d", "evidence": ["e"], "root_cause": "r",
    "impact": "i", "suggested_fix": "s", "related_issues": []}]'
  fixes='"proposed_fixes": [{"id": "FIX-001", "issue_ids": ["ISS-001"], "strategy": "context_summarization",
    "description": "d", "rationale": "r", "changes": [{"file": "a.md", "action": "modify",
    "diff": "@@ -2 +2 @@\n-two\n+2\n"}], "risk": "low", "estimated_impact": "high", "verification_steps": ["v"]}]' ;;
esac
case $ARTIFACTD_ACTION in
action-diagnose-context)
  printf '{"diagnosis": {"context": {"status": "completed", "issues_found": %s, "severity": "%s",
    "execution_time_ms": 1, "details": {"patterns_checked": ["p"], "patterns_matched": [], "evidence": [],
    "recommendations": []}}}, %s}' "$count" "$severity" "$issues" ;;
action-propose-fixes) printf '{%s}' "$fixes" ;;
esac
)sh";

void prepare_run(Stage& stage) {
  auto const agents = stage.home() / "agents";
  fs::create_directories(agents);
  std::ofstream(agents / "agent.sh") << agent_of_run;
  fs::permissions(agents / "agent.sh", fs::perms::owner_all | fs::perms::group_exec | fs::perms::group_read |
                                           fs::perms::others_exec | fs::perms::others_read);
  fs::create_directories(stage.project_path());
  for (auto const& [name, text] : flawed_skill)
    std::ofstream(stage.project_path() / name) << text;
  test::give_away(stage.project_path());
  test::give_away(stage.session());
  fs::permissions(stage.home(), fs::perms::all);
}

} // namespace

std::vector<Scenario> run_scenarios() {
  Scenario driven{.name = "run_driven",
                  .agent_rules = "[[tuning.action]]\nmatch = \"action-*\"\n"
                                 "command = [\"@home@/agents/agent.sh\"]\n",
                  .prepare = prepare_run,
                  .expected = {},
                  .runner = Runner::state_run};
  driven.expected.run = {flawed_skill, repaired_skill};
  return {driven};
}

} // namespace artifactd::faults
