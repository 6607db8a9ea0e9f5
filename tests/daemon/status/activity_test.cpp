#include "daemon/settling/settled_event.hpp"
#include "daemon/status/activity.hpp"
#include "daemon/status/short_error.hpp"
#include "merge/kg/kg_kind.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace artifactd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

ActivityEvent event(std::string name, std::string what, int attempt = 0) {
  return {
      .session = "/s", .name = std::move(name), .kind = "kg", .what = std::move(what), .attempt = attempt};
}

std::vector<std::string> words(Activity const& activity, std::string const& session = "") {
  std::vector<std::string> words;
  for (auto const& each : activity.snapshot(100, session).events)
    words.push_back(each.name + " " + each.what);
  return words;
}

TEST(Activity, RemembersWhatIsAtWorkOrStuckAndNothingElse) {
  Activity activity;
  activity.tell(event("a", "settling"));
  activity.tell(event("b", "pending"));
  activity.tell(event("c", "settling"));
  activity.tell(event("c", "merged"));
  activity.tell(event("d", "refused"));
  EXPECT_THAT(words(activity), ElementsAre("a settling", "b pending", "d refused"));
  activity.standing("/s", {"b.kg"});
  EXPECT_THAT(words(activity), ElementsAre("b pending"));
  EXPECT_THAT(words(activity, "/other"), ElementsAre());
  activity.forget("/s");
  EXPECT_THAT(words(activity), ElementsAre());
}

TEST(Activity, ARefusalByAnotherProcessEndsASettlingAndNothingElse) {
  Activity activity;
  for (auto const* open : {"settling", "again", "pending"})
    activity.tell(event(open, open));
  activity.tell(event("edited", "edit_began"));
  for (auto const* name : {"settling", "again", "pending", "edited", "unknown"})
    activity.refused_elsewhere("/s", std::string(name) + ".kg");
  EXPECT_THAT(words(activity),
              ElementsAre("again refused", "edited edit_began", "pending refused", "settling refused"));
}

TEST(Activity, TheNextAttemptKnowsWhatWentWrongBefore) {
  Activity activity;
  auto refused = event("a", "refused", 1);
  refused.attempts = 3;
  refused.error = "syntax error, line 5";
  activity.tell(refused);
  activity.tell(event("a", "settling"));
  auto now = activity.snapshot(1).events.front();
  EXPECT_EQ(now.attempt, 2);
  EXPECT_EQ(now.attempts, 3);
  EXPECT_EQ(now.error, "syntax error, line 5");
}

TEST(Activity, TellsOfAttemptsThatAPersonGranted) {
  Activity activity;
  auto refused = event("a", "refused", 3);
  refused.attempts = 3;
  refused.escalated = true;
  activity.tell(refused);
  std::vector<ActivityEvent> told;
  activity.listen([&](std::uint64_t, ActivityEvent const& each) { told.push_back(each); });
  activity.granted("/s", "a.kg", 4);
  activity.granted("/s", "a.kg", 4);
  activity.granted("/s", "b.kg", 4);
  ASSERT_EQ(told.size(), 1U) << "once, and of what is refused";
  EXPECT_EQ(told.front().attempts, 4);
  EXPECT_FALSE(told.front().escalated) << "it may be tried again";
}

TEST(Activity, AnEditIsNoAttempt) {
  Activity activity;
  activity.tell(event("a", "refused", 1));
  for (auto const* what : {"edit_started", "edit_ended"}) {
    activity.tell(event("a", what));
    EXPECT_EQ(activity.snapshot(1).events.front().attempt, 1) << what;
  }
  activity.tell(event("a", "settling"));
  EXPECT_EQ(activity.snapshot(1).events.front().attempt, 2);
}

TEST(Activity, AfterTheLastAttemptCountingBeginsAnew) {
  Activity activity;
  auto refused = event("a", "refused", 3);
  refused.escalated = true;
  activity.tell(refused);
  EXPECT_THAT(words(activity), ElementsAre("a refused"));
  activity.tell(event("a", "settling"));
  EXPECT_EQ(activity.snapshot(1).events.front().attempt, 0);
}

TEST(Activity, NumbersTellWhatASnapshotHolds) {
  Activity activity;
  std::vector<std::uint64_t> heard;
  activity.tell(event("a", "settling"));
  activity.listen([&](std::uint64_t number, ActivityEvent const&) { heard.push_back(number); });
  auto before = activity.snapshot(10).number;
  activity.tell(event("a", "merged"));
  EXPECT_THAT(heard, ElementsAre(before + 1));
  activity.listen(nullptr);
  activity.tell(event("a", "settling"));
  EXPECT_EQ(heard.size(), 1U);
}

TEST(Activity, IsBoundedAndSaysSo) {
  Activity activity;
  for (std::size_t i = 0; i < Activity::most + 5; ++i)
    activity.tell(event("a" + std::to_string(i), "refused"));
  EXPECT_EQ(activity.snapshot(Activity::most + 5).events.size(), Activity::most);
  EXPECT_EQ(activity.snapshot(10).left_out, Activity::most - 10 + 5);
}

TEST(ActivityEvent, SurvivesJson) {
  ActivityEvent const full{.wall_ns = 1,
                           .session = "/s",
                           .name = "a",
                           .kind = "kg",
                           .what = "refused",
                           .attempt = 2,
                           .attempts = 3,
                           .code = "c",
                           .error = "e",
                           .reason = "r",
                           .escalated = true};
  EXPECT_EQ(activity_from_json(to_json(full)), full);
  EXPECT_EQ(activity_from_json(to_json(event("a", "gone"))), event("a", "gone"));
  EXPECT_FALSE(activity_from_json(nlohmann::ordered_json::array()));
  EXPECT_FALSE(activity_from_json({{"what", 7}, {"name", "a"}}));
}

SignalEnd refusal(int left = 0) {
  SignalEnd end({*Name::parse("a"), kg_kind});
  end.end = End::refused;
  end.refusal = Refused{.attempt = 3, .total = 3, .left = left};
  end.steps.push_back({Step::seen, Monotonic::now()});
  end.findings.push_back({.code = "json.truncated",
                          .tier = Tier::syntax,
                          .file = "artifacts/a/x.json",
                          .line = 5,
                          .message = "ends in \"secret\"",
                          .found = "secret",
                          .excerpt = "secret"});
  return end;
}

TEST(ShortError, SaysTierLineAndMeaning) {
  EXPECT_EQ(short_error({kg_kind}, refusal().findings.front()),
            "syntax error, line 5: the text ends inside a value (x.json)");
  EXPECT_EQ(short_error({kg_kind}, {.code = "new\x1b.code", .tier = Tier::schema}),
            "schema error: new\\x1b.code");
}

TEST(SettledEvent, KeepsWhatAnAgentWroteOutOfTheJournal) {
  auto detail = journal_event("/s", refusal(), JournalContent::codes).detail;
  EXPECT_THAT(detail, Not(HasSubstr("secret")));
  auto json = nlohmann::json::parse(detail);
  EXPECT_EQ(json["findings"][0]["code"], "json.truncated");
  EXPECT_EQ(json["findings"][0]["line"], 5);
  EXPECT_EQ(json["tier"], "syntax");
  EXPECT_EQ(json["attempt"], 3);
  EXPECT_EQ(json["escalated"], true);
  EXPECT_THAT(journal_event("/s", refusal(1), JournalContent::messages).detail,
              testing::AllOf(HasSubstr("secret"), Not(HasSubstr("escalated"))));
}

TEST(SettledEvent, TellsWatchersNoContentEither) {
  auto told = activity_event({kg_kind}, "/s", refusal());
  EXPECT_TRUE(told.escalated);
  EXPECT_EQ(told.code, "json.truncated");
  EXPECT_THAT(to_json(told).dump(), Not(HasSubstr("secret")));
}

} // namespace
} // namespace artifactd
