#include "daemon/commands/history/statistics_text.hpp"
#include "daemon/queries/statistics.hpp"
#include "daemon/terminal/display_text.hpp"
#include "tests/daemon/artifactctl.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

Event verdict(std::int64_t second, std::string name, std::string outcome, std::string detail = "{}") {
  return {.wall_ns = second * 1'000'000'000,
          .session = "/s",
          .name = std::move(name),
          .kind = "kg",
          .event = "settled",
          .outcome = std::move(outcome),
          .detail = std::move(detail)};
}
Event refusal(std::int64_t second, std::string name, int attempt, std::string const& code,
              bool last = false) {
  return verdict(second, std::move(name), "refused",
                 R"({"attempt":)" + std::to_string(attempt) + R"(,"tier":"syntax","findings":[{"code":")" +
                     code + R"("},{"code":")" + code + R"("},{"code":"a.warning","severity":"warning"}])" +
                     (last ? R"(,"escalated":true})" : "}"));
}

Statistics counted(std::vector<Event> const& verdicts) {
  Statistics statistics;
  for (auto const& each : verdicts)
    statistics.take(each);
  return statistics;
}

TEST(Statistics, CountsWhatFailsAndWhatRecovers) {
  auto statistics =
      counted({verdict(1, "ok", "merged"), refusal(2, "a", 1, "json.bom"), refusal(4, "b", 1, "json.bom"),
               refusal(6, "a", 2, "json.depth"), verdict(12, "a", "merged"), refusal(20, "a", 1, "json.bom"),
               verdict(21, "a", "unchanged")});
  EXPECT_EQ(statistics.accepted(), 3U);
  EXPECT_EQ(statistics.accepted_at_once(), 1U);
  auto const& bom = statistics.by(StatisticsBy::code).at("json.bom");
  EXPECT_EQ(bom.refusals, 3U) << "a code counts once in each refusal";
  EXPECT_EQ(bom.cases, 3U);
  EXPECT_EQ(bom.recovered, 2U);
  EXPECT_EQ(bom.open(), 1U);
  EXPECT_THAT(bom.attempts, ElementsAre(3, 2));
  EXPECT_THAT(bom.times, ElementsAre(10s, 1s));
  EXPECT_FALSE(statistics.by(StatisticsBy::code).contains("a.warning"));
  EXPECT_EQ(statistics.by(StatisticsBy::attempt).at("1").refusals, 3U);
  EXPECT_EQ(statistics.by(StatisticsBy::attempt).at("2").recovered, 1U);
  EXPECT_EQ(statistics.by(StatisticsBy::agent).at("a").cases, 2U);
  EXPECT_EQ(statistics.by(StatisticsBy::tier).at("syntax").refusals, 4U);
}

TEST(Statistics, AnEscalatedCaseCountsOnceHoweverItEnds) {
  auto statistics = counted({refusal(1, "a", 2, "json.bom"), refusal(2, "a", 3, "json.depth", true),
                             refusal(3, "a", 4, "json.depth", true), verdict(4, "a", "merged")});
  EXPECT_EQ(statistics.total().escalated, 1U);
  EXPECT_EQ(statistics.by(StatisticsBy::code).at("json.bom").escalated, 1U);
  EXPECT_EQ(statistics.by(StatisticsBy::code).at("json.depth").escalated, 1U);
  EXPECT_EQ(statistics.total().open(), 0U);
}

TEST(Statistics, HostileDetailsDoNoHarm) {
  auto statistics =
      counted({verdict(1, "a", "refused", R"({"attempt":"x","findings":[7,{"code":7},[]],"tier":[]})"),
               verdict(2, "a", "refused", "[[[["), verdict(3, "a", "merged")});
  EXPECT_EQ(statistics.total().refusals, 2U);
  EXPECT_THAT(statistics.total().attempts, ElementsAre(3));
  EXPECT_TRUE(statistics.by(StatisticsBy::code).empty());
}

TEST(Statistics, TheTableIsSortedAndAligned) {
  auto text = statistics_text(counted({refusal(2, "a", 1, "json.bom"), refusal(4, "b", 1, "json.truncated"),
                                       refusal(5, "b", 2, "json.truncated"), verdict(6, "b", "merged")}));
  EXPECT_THAT(
      text,
      HasSubstr("accepted 1, 0 of them on the first attempt;\n3 refusals in 2 cases, of which 1 recovered"));
  EXPECT_THAT(text,
              HasSubstr("\n"
                        "code            refused  cases  recovered  attempts      time  person  open\n"
                        "json.truncated        2      1          1         3     2.0 s       0     0\n"
                        "json.bom              1      1          0         -         -       0     1\n"));
}

TEST(Statistics, TheTableFits80ColumnsWhateverTheNames) {
  auto const text = statistics_text(counted({refusal(2, std::string(64, 'a'), 1, "EXTRACTION_SYNTAX_ERROR"),
                                             verdict(100'000, std::string(64, 'a'), "merged")}));
  for (auto const& line : lines_of(text))
    EXPECT_LE(display_width(line), 80U) << line;
}

using test::Artifactctl;

TEST_F(Artifactctl, StatsOfNothingSaySo) {
  auto answer = run({"stats"});
  EXPECT_EQ(answer.exit, Exit::ok);
  EXPECT_EQ(answer.out, "nothing was accepted or refused\n");
}

TEST_F(Artifactctl, StatsCountTheJournal) {
  record("a", "refused", R"({"attempt":1,"tier":"syntax","findings":[{"code":"json.bom"}]})");
  record("a", "pending", "{}");
  record("a", "merged", "{}");
  auto json = run({"stats", "--json", "--session", "one"}).json();
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["by"]["code"]["json.bom"]["recovered"], 1);
  EXPECT_EQ(json["by"]["kind"]["kg"]["median_attempts"], 2);
  EXPECT_EQ(run({"stats", "--json", "--session", "two"}).json()["accepted"], 0);
  EXPECT_EQ(run({"stats", "--json", "--since", "1ns"}).json()["accepted"], 0);
  EXPECT_EQ(run({"stats", "--json", "--since", "7d"}).json()["accepted"], 1);
  EXPECT_EQ(run({"stats", "--since", "soon"}).exit, Exit::usage);
}

TEST_F(Artifactctl, WatchWithoutDaemonAndJournalSaysWhatToDo) {
  auto answer = run({"watch"});
  EXPECT_EQ(answer.exit, Exit::unreachable);
  EXPECT_THAT(answer.err, HasSubstr("systemctl start artifactd"));
}

TEST_F(Artifactctl, LogSaysWhatACodeMeansWhereNoMessageIsKept) {
  record("b", "refused", R"({"findings":[{"code":"json.bom","file":"x.json","line":3}]})");
  EXPECT_THAT(run({"log"}).out, HasSubstr("x.json:3: the text begins with a byte order mark [json.bom]\n"));
}

} // namespace
} // namespace artifactd
