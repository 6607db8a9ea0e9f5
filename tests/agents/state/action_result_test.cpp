// What an agent's answer may change in a tuning state, and how ids that are taken are handled.
#include "agents/state/drive/action_result.hpp"
#include "state/tuning/action_record.hpp"
#include "state/tuning/document.hpp"
#include "state/tuning/judge.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace artifactd {
namespace {

using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string begun() {
  tuning::Beginning beginning;
  beginning.skill = beginning.path = "notes";
  beginning.issue = "too long";
  beginning.work_dir = "/w";
  beginning.backup_dir = "/w/backups/notes";
  return tuning::record_begun(tuning::initial_state(), beginning).value();
}

Json issue(std::string const& id, std::string const& type = "memory_loss",
           std::vector<std::string> const& related = {}) {
  return {{"id", id},
          {"type", type},
          {"severity", "high"},
          {"priority", 1},
          {"location", {{"file", "SKILL.md"}}},
          {"description", "d"},
          {"evidence", Json::array()},
          {"root_cause", "r"},
          {"impact", "i"},
          {"suggested_fix", "s"},
          {"related_issues", related}};
}

std::string with_issues(std::string const& text, Json const& issues) {
  auto json = Json::parse(text);
  json["issues"] = issues;
  return json.dump(2);
}

Taken taken(std::string_view action, std::string const& base, std::string const& now, Json const& answer) {
  return take_answer(action, base, now, answer).value();
}

std::vector<std::string> ids(Json const& state, char const* list) {
  std::vector<std::string> all;
  for (auto const& each : state[list])
    all.push_back(each["id"]);
  return all;
}

TEST(ActionResult, IdsThatAreTakenGetTheNextFreeOneAndReferencesFollow) {
  auto const base = begun();
  auto const now = with_issues(base, {issue("ISS-001"), issue("ISS-002")});
  Json const answer{
      {"issues",
       {issue("ISS-001", "memory_loss", {"ISS-002"}), issue("ISS-002", "memory_loss", {"ISS-001"})}}};
  auto const result = taken("action-diagnose-memory", base, now, answer);
  ASSERT_THAT(result.faults, IsEmpty());
  auto const state = Json::parse(result.text);
  EXPECT_THAT(ids(state, "issues"), ElementsAre("ISS-001", "ISS-002", "ISS-003", "ISS-004"));
  EXPECT_EQ(state["issues"][2]["related_issues"], Json({"ISS-004"}));
  EXPECT_EQ(state["issues"][3]["related_issues"], Json({"ISS-003"}));
  EXPECT_EQ(result.told, "2 issues");
}

TEST(ActionResult, WhatTheAgentWasShownIsNotAddedAgainAndNeverLost) {
  auto const base = with_issues(begun(), Json::array({issue("ISS-001")}));
  auto const all =
      taken("action-diagnose-memory", base, base, {{"issues", {issue("ISS-001"), issue("ISS-007")}}});
  EXPECT_THAT(ids(Json::parse(all.text), "issues"), ElementsAre("ISS-001", "ISS-007"));
  auto const new_alone =
      taken("action-diagnose-memory", base, base, {{"issues", Json::array({issue("ISS-007")})}});
  EXPECT_THAT(ids(Json::parse(new_alone.text), "issues"), ElementsAre("ISS-001", "ISS-007"));
}

TEST(ActionResult, TheStatesBookkeepingIsNotTheAgents) {
  auto const base = begun();
  for (auto const* member :
       {"status", "errors", "completed_actions", "applied_fixes", "pending_fixes", "work_dir",
        "action_history", "error_count", "iteration_count", "target_skill"}) {
    auto const result = taken("action-diagnose-memory", base, base, {{member, 1}});
    EXPECT_THAT(result.faults,
                ElementsAre(HasSubstr(std::string("/") + member + ": artifactd writes this member")));
    EXPECT_TRUE(result.text.empty());
  }
  EXPECT_THAT(taken("action-diagnose-memory", base, base, {{"diagnosis.memory", 1}}).faults,
              ElementsAre(HasSubstr("write nested objects")));
  EXPECT_THAT(taken("action-diagnose-memory", base, base, {{"diagnosis", {{"agent", nullptr}}}}).faults,
              ElementsAre(HasSubstr("this action diagnoses only memory")));
  EXPECT_THAT(taken("action-propose-fixes", base, base, {{"issues", Json::array()}}).faults.front(),
              HasSubstr("only diagnoses add issues"));
  EXPECT_THAT(taken("action-diagnose-memory", base, base, "all good").faults,
              ElementsAre(HasSubstr("one JSON object")));
}

TEST(ActionResult, CountsScoreAndGateThatCameAlongAreLeftOut) {
  auto const base = begun();
  auto const result =
      taken("action-diagnose-memory", base, base,
            {{"issues_by_severity", {{"critical", 9}}}, {"quality_score", 100}, {"quality_gate", "pass"}});
  EXPECT_THAT(result.faults, IsEmpty());
  EXPECT_EQ(Json::parse(result.text)["quality_gate"], "fail");
}

TEST(ActionResult, ProposedFixesArePendingThoseOfLittleRiskFirst) {
  auto const fix = [](char const* id, char const* risk) {
    return Json{{"id", id}, {"issue_ids", {"ISS-001"}}, {"risk", risk}, {"changes", Json::array()}};
  };
  auto base = Json::parse(begun());
  base["proposed_fixes"] = {fix("FIX-1", "low"), fix("FIX-2", "low")};
  base["applied_fixes"] = {{{"fix_id", "FIX-1"}}};
  auto const text = base.dump();
  auto const result =
      taken("action-propose-fixes", text, text,
            {{"proposed_fixes", {fix("FIX-1", "high"), fix("FIX-3", "medium"), fix("FIX-4", "low")}}});
  ASSERT_THAT(result.faults, IsEmpty());
  auto const state = Json::parse(result.text);
  EXPECT_THAT(ids(state, "proposed_fixes"), ElementsAre("FIX-1", "FIX-5", "FIX-3", "FIX-4"))
      << "what was applied stays, what was not goes, and an id is used once";
  EXPECT_EQ(state["pending_fixes"], Json({"FIX-4", "FIX-3", "FIX-5"}));
}

TEST(ActionResult, AFixWithANumberThatNoDoubleHoldsStaysAsItIsWritten) {
  auto base = Json::parse(begun());
  base["proposed_fixes"] = {{{"id", "FIX-1"}, {"more", "NUMBER"}}};
  base["applied_fixes"] = {{{"fix_id", "FIX-1"}}};
  auto text = base.dump();
  text.replace(text.find("\"NUMBER\""), 8, "1e999");
  auto const result = taken("action-propose-fixes", text, text, {{"proposed_fixes", {{{"id", "FIX-2"}}}}});
  ASSERT_THAT(result.faults, IsEmpty());
  EXPECT_THAT(result.text, HasSubstr(R"([{"id":"FIX-1","more":1e999},{"id":"FIX-2"}])"));
}

TEST(ActionResult, HostileAnswersAreAnswersAllTheSame) {
  auto const base = begun();
  for (auto const* answer :
       {R"({"issues": 3})", R"({"issues": "x"})", R"({"issues": [1, null, [], {"id": {}}]})", R"({"": 1})",
        R"({"proposed_fixes": null})", R"([1])", "null"})
    for (auto const* action : {"action-diagnose-memory", "action-propose-fixes", "action-generate-report"})
      EXPECT_TRUE(take_answer(action, base, base, Json::parse(answer)).has_value()) << answer;
}

} // namespace
} // namespace artifactd
