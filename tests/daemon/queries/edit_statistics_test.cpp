#include "daemon/commands/edit/edit_phrase.hpp"
#include "daemon/commands/edit/edit_statistics_text.hpp"
#include "daemon/queries/edit_statistics.hpp"
#include "daemon/terminal/display_text.hpp"
#include "tests/daemon/artifactctl.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr auto by_rules = R"({"run":"r1","end":"published","wall_us":34000,"errors_before":3,"errors_after":0,
  "attempts":[{"repaired":["P1","P7"],"open":["P9"],"errors_left":1},{"repaired":["P9"],"open":[],"errors_left":0}],
  "engine":"rules"})";
constexpr auto by_model =
    R"({"run":"r2","end":"unrepaired","wall_us":2000000,"errors_before":2,"errors_after":1,
  "attempts":[{"repaired":["model"],"open":["P9"],"errors_left":1}],"engine":"model",
  "calls":3,"tokens":{"input":1000,"cached":400,"output":50},"cost":"$0.0315"})";
constexpr auto by_repair =
    R"({"run":"r3","end":"published","wall_us":5000,"errors_before":0,"errors_after":0,
  "attempts":[],"engine":"off","repaired_places":2})";

Event edit_event(std::string end, std::string detail) {
  return {.session = "/s",
          .name = "a",
          .kind = "kg",
          .event = "edit",
          .outcome = std::move(end),
          .detail = std::move(detail)};
}

EditStatistics edits_counted(std::vector<Event> const& events) {
  EditStatistics statistics;
  for (auto const& each : events)
    statistics.take(each);
  return statistics;
}

std::string phrase_of(std::string const& detail) {
  return edit_phrase(told_edit(edit_event("published", detail)));
}

EditStatistics three_runs() {
  return edits_counted({edit_event("published", by_rules), edit_event("unrepaired", by_model),
                        edit_event("published", by_repair)});
}

TEST(EditStatistics, CountsEndsErrorsAndCostsByEngine) {
  auto const statistics = three_runs();
  auto const& total = statistics.total();
  EXPECT_EQ(total.runs, 3U);
  EXPECT_THAT(total.ends, testing::ElementsAre(2, 1, 0, 0));
  EXPECT_EQ(total.errors, 5U);
  EXPECT_EQ(total.resolved, 3U) << "a run that is not published resolves nothing";
  EXPECT_EQ(total.repaired_places, 2U);
  EXPECT_EQ(total.spent.cost, 31'500U);
  ASSERT_THAT(statistics.by_engine(), SizeIs(3));
  EXPECT_EQ(statistics.by_engine().at("json").repaired_places, 2U);
  EXPECT_EQ(statistics.by_engine().at("rules").spent.calls, 0U);
  EXPECT_EQ(statistics.by_engine().at("model").spent.cached, 400U);
  EXPECT_THAT(statistics.by_engine().at("model").times, testing::ElementsAre(2s));
}

TEST(EditStatistics, CountsPatternsAndAttempts) {
  auto const statistics = three_runs();
  EXPECT_EQ(statistics.by_pattern().at("P9").repaired, 1U);
  EXPECT_EQ(statistics.by_pattern().at("P9").open, 2U);
  EXPECT_EQ(statistics.by_pattern().at("P1").open, 0U);
  ASSERT_THAT(statistics.by_attempt(), SizeIs(2));
  EXPECT_EQ(statistics.by_attempt()[0].runs, 2U);
  EXPECT_EQ(statistics.by_attempt()[0].resolved, 3U);
  EXPECT_EQ(statistics.by_attempt()[0].left, 2U);
  EXPECT_EQ(statistics.by_attempt()[1].resolved, 1U);
}

TEST(EditStatistics, WhatOlderVersionsDidNotTellAndWhatIsDamagedDoesNoHarm) {
  auto const statistics = edits_counted(
      {edit_event("published", R"({"run":"r","attempts":[{"repaired":["P1"]}]})"),
       edit_event("published", "[[["),
       edit_event("melted", R"({"engine":7,"wall_us":-3,"errors_before":"x","attempts":[7,{"repaired":[7]}],
         "calls":1,"tokens":[],"cost":7})"),
       edit_event("changed", R"({"wall_us":18446744073709551615,"errors_before":18446744073709551615})")});
  EXPECT_EQ(statistics.total().runs, 4U);
  EXPECT_THAT(statistics.total().ends, testing::ElementsAre(2, 0, 0, 1));
  EXPECT_EQ(statistics.by_engine().at("unknown").runs, 4U);
  EXPECT_EQ(statistics.total().unpriced, 1U);
  EXPECT_EQ(statistics.by_attempt().at(0).resolved, 0U);
  EXPECT_EQ(statistics.by_pattern().at("P1").repaired, 1U);
  EXPECT_THAT(statistics.total().times, testing::ElementsAre(1'000'000s));
  EXPECT_THAT(edit_statistics_text(statistics), HasSubstr("unknown"));
}

TEST(EditStatistics, PercentilesAreValuesThatOccurred) {
  std::vector<Duration> values;
  for (int i = 20; i > 0; --i)
    values.emplace_back(i);
  EXPECT_EQ(percentile(values, 50).count(), 10);
  EXPECT_EQ(percentile(values, 95).count(), 19);
  EXPECT_EQ(percentile(values, 100).count(), 20);
  EXPECT_EQ(percentile({7ns}, 50), 7ns);
  EXPECT_EQ(percentile({7ns}, 95), 7ns);
}

TEST(EditStatistics, AreShownInAlignedTables) {
  auto const text = edit_statistics_text(three_runs());
  EXPECT_THAT(text, HasSubstr("the editor ran 3 times: 2 published, 1 unrepaired, 0 nothing, 0 changed;\n"
                              "3 of 5 errors resolved, 2 places made valid JSON\n"
                              "calls of models: 3; 1000 tokens in, 400 of them cached, 50 out, $0.0315\n"));
  EXPECT_THAT(text, HasSubstr("\npattern  repaired  open\n"
                              "P9              1     2\n"
                              "P1              1     0\n"
                              "P7              1     0\n"
                              "model           1     0\n"));
  EXPECT_THAT(text, HasSubstr("\nattempt  runs  resolved  left\n"
                              "1           2         3     2\n"));
  for (auto const& line : lines_of(text))
    EXPECT_LE(display_width(line), 80U) << line;
  EXPECT_THAT(edit_statistics_text({}), IsEmpty());
}

TEST(ToldEdit, IsOneLine) {
  EXPECT_EQ(phrase_of(by_rules), "by rules: 3 errors → 0, P1 P7 P9 repaired, 2 attempts, 34.0 ms, run r1");
  EXPECT_EQ(phrase_of(by_model),
            "by model: 2 errors → 1, model repaired, P9 open, 1 attempt, 2.0 s, 3 calls, "
            "1000 + 50 tokens, $0.0315, run r2");
  EXPECT_EQ(phrase_of(by_repair), "by json: 2 places made valid JSON, 5.0 ms, run r3");
}

TEST(ToldEdit, TellsWhatThereIs) {
  EXPECT_EQ(phrase_of("{}"), "");
  EXPECT_EQ(phrase_of(R"({"engine":"rules"})"), "by rules");
  EXPECT_EQ(phrase_of(R"({"errors_before":1,"errors_after":1,"attempts":[{}],"calls":1,"cost":null})"),
            "1 error → 1, 1 attempt, 1 call, 0 + 0 tokens, cost not known");
  EXPECT_EQ(phrase_of(R"({"attempts":[{"open":["a","b","c","d","e","f","g","h\u001b"]}]})"),
            "a b c d e f and 2 more open, 1 attempt");
}

class ArtifactctlOfEdits : public test::Artifactctl {
protected:
  void record_edit(std::string end, std::string detail) {
    auto journal = Journal::open((dir / "state/journal.db").string(), {});
    ASSERT_TRUE(journal);
    auto event = edit_event(std::move(end), std::move(detail));
    event.session = session("one");
    journal->append(std::move(event));
  }
};

TEST_F(ArtifactctlOfEdits, StatsTellOfEditsWhereThereWereAny) {
  record("a", "merged", "{}");
  EXPECT_FALSE(run({"stats", "--json"}).json().contains("edits"));
  EXPECT_THAT(run({"stats"}).out, Not(HasSubstr("editor")));
  record_edit("published", by_rules);
  record_edit("unrepaired", by_model);
  auto const edits = run({"stats", "--json", "--session", "one"}).json()["edits"];
  EXPECT_EQ(edits["runs"], 2);
  EXPECT_EQ(edits["published"], 1);
  EXPECT_EQ(edits["errors_resolved"], 3);
  EXPECT_EQ(edits["cost_dollars"], 0.0315);
  EXPECT_EQ(edits["wall_ns"]["max"], 2'000'000'000);
  EXPECT_EQ(edits["by"]["engine"]["model"]["tokens"]["output"], 50);
  EXPECT_EQ(edits["by"]["engine"]["rules"]["wall_ns"]["p50"], 34'000'000);
  EXPECT_EQ(edits["by"]["pattern"]["P9"]["open"], 2);
  EXPECT_EQ(edits["by"]["attempt"]["2"]["resolved"], 1);
  EXPECT_FALSE(run({"stats", "--json", "--session", "two"}).json().contains("edits"));
  EXPECT_FALSE(run({"stats", "--json", "--since", "1ns"}).json().contains("edits"));
  EXPECT_THAT(run({"stats"}).out, HasSubstr("\n\nthe editor ran 2 times: 1 published, 1 unrepaired"));
}

TEST_F(ArtifactctlOfEdits, LogAndExplainTellAnEditInOneLine) {
  record_edit("published", by_rules);
  EXPECT_THAT(run({"log"}).out, HasSubstr("edit published  " + session("one") +
                                          "  a.kg  by rules: 3 errors → 0, P1 P7 P9 repaired, "));
  auto const explained = run({"explain", session("one") + "/a.kg.lock"}).out;
  EXPECT_THAT(explained, HasSubstr("edit published  by rules: 3 errors → 0, "));
  EXPECT_THAT(explained, Not(HasSubstr("errors_before")));
  EXPECT_EQ(run({"log", "--json"}).json()["detail"]["engine"], "rules");
}

} // namespace
} // namespace artifactd
