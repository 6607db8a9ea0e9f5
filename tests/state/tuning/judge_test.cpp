#include "state/json/tree.hpp"
#include "state/tuning/document.hpp"
#include "state/tuning/invariants.hpp"
#include "state/tuning/judge.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/tuning_run.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace artifactd::tuning {
namespace {

using testing::HasSubstr;

std::string file_text(std::string const& name) {
  std::ifstream file(test::source_dir() + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> codes(std::string text) {
  std::vector<std::string> found;
  for (auto const& finding : judge("state.json", std::move(text)).findings)
    found.push_back(finding.code);
  return found;
}

std::string with(char const* pointer, nlohmann::ordered_json value) {
  auto state = nlohmann::ordered_json::parse(initial_state());
  state[nlohmann::ordered_json::json_pointer(pointer)] = std::move(value);
  return state.dump();
}

TEST(TuningJudge, AcceptsTheStateARunBeginsWith) {
  EXPECT_TRUE(codes(initial_state()).empty());
}

TEST(TuningJudge, TellsTheLineAndThePointer) {
  auto judged = judge("x/state.json", with("/max_errors", 0));
  ASSERT_EQ(judged.findings.size(), 1U);
  auto const& finding = judged.findings[0];
  EXPECT_EQ(finding.code, "state.S06");
  EXPECT_EQ(finding.tier, Tier::schema);
  EXPECT_EQ(finding.file, "x/state.json");
  EXPECT_EQ(finding.pointer, "/max_errors");
  EXPECT_EQ(finding.line, 1U);
  EXPECT_EQ(finding.expected, "a whole number from 1");
  EXPECT_EQ(finding.found, "0");
  EXPECT_TRUE(judged.refused());
  EXPECT_FALSE(judged.state);
}

TEST(TuningJudge, ReportsAPartOfAStateOnce) {
  auto const judged = judge("state.json", R"({"status": "running", "max_errors": 0})");
  ASSERT_EQ(judged.findings.size(), 2U);
  EXPECT_EQ(judged.findings[0].code, "state.S02");
  EXPECT_EQ(judged.findings[0].message, "this is a part of a state: 22 members are missing");
  EXPECT_THAT(judged.findings[0].expected, HasSubstr("iteration_count, max_iterations"));
  EXPECT_THAT(judged.findings[0].hint,
              HasSubstr("Write the whole state, or change a part of it by: artifactctl "
                        "state update FILE --merge JSON"));
  EXPECT_EQ(judged.findings[1].code, "state.S06") << "what is there is judged all the same";
}

TEST(TuningJudge, NamesEachOfAFewMissingMembers) {
  auto state = nlohmann::ordered_json::parse(initial_state());
  for (auto const* name : {"errors", "work_dir", "status"})
    state.erase(name);
  auto const judged = judge("state.json", state.dump());
  ASSERT_EQ(judged.findings.size(), 3U);
  EXPECT_EQ(judged.findings[0].message, "TuningState has no member status");
}

TEST(TuningJudge, NamesThePathThatWasWrittenAsAName) {
  auto judged = judge("state.json", with("/diagnosis.context", nullptr));
  ASSERT_EQ(judged.findings.size(), 1U);
  EXPECT_EQ(judged.findings[0].code, "state.S04");
  EXPECT_THAT(judged.findings[0].hint, HasSubstr("\"diagnosis\": { \"context\": … }"));
}

TEST(TuningJudge, GuessesTheWordThatWasMeant) {
  EXPECT_EQ(judge("s", with("/status", "pendign")).findings.at(0).hint, "Did you mean pending?");
}

using Json = nlohmann::ordered_json;

/// A step of the run, to test how errors are counted between its two states.
struct ErrorStep {
  Json before = Json::parse(test::snapshot(20));
  Json after = before;

  [[nodiscard]] Json error(std::string const& message) const {
    return {{"action", "action-verify"},
            {"message", message},
            {"timestamp", before["updated_at"]},
            {"recoverable", true}};
  }
  static void record(Json& state, std::vector<Json> const& errors, std::size_t count) {
    state["errors"] = errors;
    state["error_count"] = count;
    state["max_errors"] = 20;
  }
  [[nodiscard]] std::vector<std::string> refused_for() const {
    auto const from = judge("state.json", before.dump());
    auto const* state = from.state ? &*from.state : nullptr;
    std::vector<std::string> found;
    for (auto const& finding : judge("state.json", after.dump(), state).findings)
      if (finding.severity == Severity::error) found.push_back(finding.code);
    return found;
  }
};

std::vector<Json> errors(ErrorStep const& step, int first, int count) {
  std::vector<Json> made;
  for (int i = 0; i < count; ++i)
    made.push_back(step.error(fmt::format("error {}", first + i)));
  return made;
}

TEST(TuningJudge, KeepsTheLastFiveErrorsAsTheyWere) {
  ErrorStep step;
  step.record(step.before, errors(step, 1, 5), 5);
  step.record(step.after, errors(step, 2, 5), 6);
  EXPECT_TRUE(step.refused_for().empty());
  step.record(step.after, errors(step, 21, 5), 6); // all of them different, but only one counted
  EXPECT_EQ(step.refused_for(), std::vector<std::string>{"state.T05"});
  step.record(step.after, errors(step, 21, 5), 30);
  EXPECT_TRUE(step.refused_for().empty()); // this many may have occurred
}

TEST(TuningJudge, LetsAFailedRunGoOnWithItsErrorsListed) {
  ErrorStep step;
  step.record(step.before, errors(step, 1, 3), 3);
  step.before["max_errors"] = 3;
  step.before["status"] = "failed";
  step.before["current_action"] = nullptr;
  step.after = step.before;
  step.after["status"] = "running";
  step.after["error_count"] = 0;
  EXPECT_TRUE(step.refused_for().empty());
  step.before = step.after;
  step.after["errors"].push_back(step.error("error 4"));
  EXPECT_EQ(step.refused_for(), std::vector<std::string>{"state.T05"}); // the error was not counted
  step.after["error_count"] = 1;
  EXPECT_TRUE(step.refused_for().empty());
}

TEST(TuningJudge, CountsNoFatalErrorFromBeforeTheRunWasResumed) {
  ErrorStep step;
  auto fatal = step.error("the disk is gone");
  fatal["recoverable"] = false;
  step.record(step.after, {fatal}, 0);
  auto const resumed = judge("state.json", step.after.dump());
  ASSERT_TRUE(resumed.state);
  EXPECT_FALSE(resumed.state->has_fatal_error());
  step.record(step.after, {fatal}, 1);
  EXPECT_TRUE(judge("state.json", step.after.dump()).state->has_fatal_error());
}

TEST(TuningJudge, EveryTornTextIsS01) {
  auto whole = initial_state();
  auto end = whole.rfind('}');
  for (std::size_t size = 0; size <= end; ++size)
    ASSERT_EQ(codes(whole.substr(0, size)), std::vector<std::string>{"state.S01"}) << size;
}

TEST(TuningJudge, HostileTextsAreS01) {
  auto whole = initial_state();
  auto bom = "\xEF\xBB\xBF" + whole;
  std::string wide;
  for (char c : whole)
    wide += std::string(1, c) + '\0';
  auto twice = whole;
  twice.insert(1, "\"status\": \"running\",");
  for (auto const& text : {bom, wide, twice, whole + whole, std::string("[]"), std::string("null"),
                           std::string(80'000, '['), R"({"a":)" + std::string(80'000, '{'),
                           whole + std::string(1, '\0'), std::string("{\"status\": NaN}")}) {
    auto found = codes(text);
    EXPECT_FALSE(found.empty()) << text.substr(0, 40);
    for (auto const& code : found)
      EXPECT_EQ(code, "state.S01") << text.substr(0, 40);
  }
}

TEST(TuningJudge, ManyFaultsAreAHundred) {
  auto state = nlohmann::json::parse(initial_state());
  for (int i = 0; i < 5000; ++i)
    state["issues"].push_back(i);
  auto findings = judge("state.json", state.dump()).findings;
  EXPECT_EQ(findings.size(), 100U);
  EXPECT_THAT(findings.back().message, HasSubstr("4900 more"));
}

TEST(TuningTime, HasAZoneAndADayThatExists) {
  EXPECT_EQ(parse_time("1970-01-01T00:00:01Z"), 1'000'000'000);
  EXPECT_EQ(parse_time("1970-01-01T02:00:00.5+02:00"), 500'000'000);
  EXPECT_EQ(parse_time("2024-02-29T23:59:59.123456789Z").value() % 1'000'000'000, 123'456'789);
  for (auto const* wrong :
       {"", "2026-01-14", "2026-01-14T09:30:00", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-01-14T24:00:00Z", "2026-01-14 09:30:00Z", "2026-01-14T09:30:00.Z", "2026-01-14T09:30:00+2:00",
        "2026-01-14T09:30:00Z ", "-026-01-14T09:30:00Z", "9999-01-14T09:30:00Z"})
    EXPECT_FALSE(parse_time(wrong)) << wrong;
}

TEST(TuningSchema, IsTheOneThatIsShipped) {
  EXPECT_EQ(file_text("schemas/tuning-state.schema.json"), json_schema().dump(2) + "\n");
}

TEST(Invariants, AreTheOnesInTheManual) {
  auto grade = [](Invariant const& each) {
    return each.grade == Grade::error ? "error" : each.grade == Grade::warning ? "warning" : "either";
  };
  std::string expected;
  for (auto const& each : invariants())
    expected += fmt::format("| `{}` | {} | {} | {} |\n", each.id(), grade(each),
                            each.pointer.empty() ? "" : fmt::format("`{}`", each.pointer), each.meaning);
  std::string documented;
  std::ifstream manual(test::source_dir() + "/docs/tuning-state.md");
  for (std::string line; std::getline(manual, line);)
    if (line.starts_with("| `")) documented += line + "\n";
  EXPECT_EQ(documented, expected);
}

TEST(JsonDifference, IsAsDeepAsItCanBe) {
  auto differs = [](std::string_view before, std::string_view after) -> std::string {
    JsonNode const a(before);
    JsonNode const b(after);
    auto const* node = first_difference(a, b);
    return node == nullptr ? "none" : node->pointer();
  };
  EXPECT_EQ(differs(R"({"a": [1, 2.0], "b": "\u0041"})", R"({"b":"A","a":[1,2]})"), "none");
  EXPECT_EQ(differs(R"({"a": [1, {"b": 2}]})", R"({"a": [1, {"b": 3}]})"), "/a/1/b");
  EXPECT_EQ(differs(R"({"a": [1]})", R"({"a": [1, 2]})"), "/a");
  EXPECT_EQ(differs(R"({"a": 1})", R"({"a": 1, "b": 2})"), "/b");
  EXPECT_EQ(differs(R"({"a": 1, "b": 2})", R"({"a": 1})"), "");
  EXPECT_EQ(differs("1", "\"1\""), "");
}

TEST(TuningJudge, LetsASkippedActionDropOneFixAndNoMore) {
  auto before = Json::parse(test::snapshot(12));
  before["pending_fixes"] = {"FIX-1", "FIX-2"};
  auto const stamp = before["updated_at"];
  Json const skip{{"action", "action-apply-fix"},
                  {"started_at", stamp},
                  {"completed_at", stamp},
                  {"result", "skipped"},
                  {"output_files", Json::array()}};
  auto const loses_a_fix = [&](Json const& from, Json to) {
    auto const accepted = judge("state.json", from.dump()).state;
    to["updated_at"] = "2099-01-01T00:00:00Z";
    auto const findings = judge("state.json", to.dump(), &*accepted).findings;
    return std::ranges::find(findings, "state.T12", &Finding::code) != findings.end();
  };
  auto after = before;
  after["pending_fixes"] = {"FIX-2"};
  EXPECT_TRUE(loses_a_fix(before, after)) << "without a trace";
  after["action_history"].push_back(skip);
  EXPECT_FALSE(loses_a_fix(before, after));
  auto later = after;
  later["pending_fixes"] = Json::array();
  EXPECT_TRUE(loses_a_fix(after, later)) << "by the skip of the step before, though its time is the same";
}

} // namespace
} // namespace artifactd::tuning
