#include "daemon/commands/history/event_text.hpp"
#include "daemon/commands/history/repeated_events.hpp"
#include "daemon/programs/kind_list.hpp"
#include "tests/daemon/artifactctl.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::HasSubstr;
using testing::Not;

Event event_of(std::string name, std::string outcome, std::int64_t second, std::string detail = "{}") {
  return {.wall_ns = second * 1'000'000'000,
          .session = "/s",
          .name = std::move(name),
          .kind = "kg",
          .event = "settled",
          .outcome = std::move(outcome),
          .detail = std::move(detail)};
}

Event try_of(std::string name, std::int64_t second, std::string const& reason) {
  return event_of(std::move(name), "pending", second, R"({"reason":")" + reason + R"("})");
}

TEST(RepeatedEvents, AreOneRowForEachSignalAndReasonUntilAVerdict) {
  auto const rows = with_repeats_counted(
      {try_of("a", 1, "held"), try_of("a", 2, "full"), try_of("b", 3, "held"), try_of("a", 4, "held"),
       event_of("b", "merged", 5), try_of("a", 6, "full"), try_of("b", 7, "held")});
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[0].times, 2U);
  EXPECT_EQ(rows[0].event.wall_ns, 1'000'000'000);
  EXPECT_EQ(rows[0].until_ns, 4'000'000'000);
  EXPECT_EQ(rows[1].times, 2U) << "reasons that take turns are a row each";
  EXPECT_EQ(rows[2].times, 1U);
  EXPECT_EQ(rows[4].times, 1U) << "what waits after a verdict is counted from the start";
}

TEST(RepeatedEvents, SayHowOftenAndUntilWhen) {
  auto const row = with_repeats_counted({try_of("a", 1, "held"), try_of("a", 4, "held")}).front();
  EXPECT_THAT(one_line(kind_list().kinds, row), HasSubstr("held; 2 times until 1970-01-01T00:00:04"));
  EXPECT_THAT(story(kind_list().kinds, row).front(), HasSubstr("; 2 times until 1970-01-01T00:00:04"));
}

TEST(RepeatedEvents, SayNothingOfAFileWhereThereIsNone) {
  auto const row = RepeatedEvent{event_of("a", "merged", 1, R"({"findings":[{"code":"agent.unexpected"}]})")};
  EXPECT_THAT(one_line(kind_list().kinds, row), HasSubstr("  the agent's metadata says"));
  EXPECT_THAT(one_line(kind_list().kinds, row), Not(HasSubstr(": the agent's")));
}

using test::Artifactctl;

TEST_F(Artifactctl, LogKeepsMergesBesideManyTriesOfAnotherSignal) {
  record("first", "merged", "{}");
  for (int i = 0; i < 40; ++i)
    record("stuck", "pending", R"({"reason":"another tool holds .kg-merge.lock"})");
  auto const text = run({"log", "-n", "5"}).out;
  EXPECT_THAT(text, HasSubstr("first.kg"));
  EXPECT_THAT(text, HasSubstr("40 times until"));
  EXPECT_THAT(run({"explain", session("one") + "/stuck.kg.lock"}).out, HasSubstr("40 times until"));
}

} // namespace
} // namespace artifactd
