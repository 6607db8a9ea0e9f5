// The list on the inbox screen: scrolling, filtering, marking.
#include "tests/daemon/inbox_items.hpp"

#include <gmock/gmock.h>
#include <tuple>

namespace artifactd {
namespace {

using test::enter;
using test::escape;
using test::item;
using test::letter;
using test::screen_of;
using test::shown;
using test::type;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::vector<InboxItem> several(int count) {
  std::vector<InboxItem> items;
  for (int i = 0; i < count; ++i)
    items.push_back(item("a" + std::to_string(i) + ".kg  /s"));
  return items;
}

TEST(InboxList, ScrollsThroughAListLongerThanTheScreen) {
  auto screen = screen_of(several(100));
  screen.press(letter('G'));
  EXPECT_THAT(shown(screen), AllOf(HasSubstr("\n\n/root\n   /s  a92.kg"), HasSubstr(">  /s  a99.kg")));
  screen.press({Key::Kind::page_up}, {100, 12});
  EXPECT_EQ(screen.current(), 91U) << "a page of nine lines, of which one remains visible";
  EXPECT_THAT(shown(screen), HasSubstr(">  /s  a91.kg"));
  screen.press(letter('g'));
  EXPECT_THAT(shown(screen), HasSubstr(">  /s  a0.kg"));
}

TEST(InboxList, ActsOnAllMarkedOnesAfterItSaidHowMany) {
  auto items = several(4);
  items[2].code = "other";
  auto screen = screen_of(items);
  screen.press(letter(' '));
  EXPECT_EQ(screen.current(), 1U) << "goes on to the next";
  screen.press(letter('c'));
  EXPECT_THAT(screen.chosen(), testing::ElementsAre(0U, 1U, 3U)) << "those with the same code";
  EXPECT_THAT(shown(screen), AllOf(HasSubstr("3 marked"), HasSubstr("[r] retry 3 fresh")));
  EXPECT_EQ(screen.press(letter('h')), Wish::nothing);
  EXPECT_EQ(screen.station(), Station::closed);
  EXPECT_EQ(screen.press(letter('r')), Wish::nothing);
  EXPECT_THAT(shown(screen), HasSubstr("Submit 3 again"));
  EXPECT_EQ(screen.press(letter('n')), Wish::nothing);
  screen.press(letter('x'));
  EXPECT_THAT(shown(screen), HasSubstr("Abandon 3?"));
  EXPECT_EQ(screen.press(letter('y')), Wish::abandon);
  EXPECT_THAT(screen.chosen(), testing::ElementsAre(0U, 1U, 3U));
  screen.press(escape);
  EXPECT_THAT(screen.chosen(), testing::ElementsAre(1U)) << "without marks the one at the cursor";
}

TEST(InboxList, ForgetsTheMarksOfWhatIsGoneAndActsOnNothingHidden) {
  auto screen = screen_of(several(3));
  screen.press(letter(' '));
  screen.press(letter(' '));
  screen.show({several(3)[1], several(3)[2]}, 0);
  EXPECT_THAT(screen.chosen(), testing::ElementsAre(0U));
  screen.press(letter('/'));
  type(screen, "a2");
  screen.press(enter);
  EXPECT_THAT(screen.chosen(), testing::ElementsAre(1U)) << "a marked one that is not shown is left alone";
}

TEST(InboxList, ShowsOnlyWhatContainsAText) {
  auto items = several(3);
  items[1].reason = "Disk Full";
  auto screen = screen_of(items);
  screen.press(letter('/'));
  type(screen, "disk");
  EXPECT_THAT(shown(screen), AllOf(HasSubstr("filter: disk_"), HasSubstr("a1.kg"), Not(HasSubstr("a0.kg"))));
  screen.press(enter);
  EXPECT_EQ(screen.current(), 1U);
  EXPECT_THAT(shown(screen), HasSubstr("1 with \"disk\""));
  EXPECT_EQ(screen.press(escape), Wish::nothing) << "shows all again";
  EXPECT_THAT(shown(screen), HasSubstr("a0.kg"));
  EXPECT_EQ(screen.press(escape), Wish::leave);
}

TEST(InboxList, NamesEachRootOnceAboveItsSessions) {
  EXPECT_THAT(shown(screen_of(several(2))), HasSubstr("\n/root\n>  /s  a0.kg"));
  auto items = several(3);
  items[1].root = "/other";
  auto screen = screen_of(items);
  auto const text = shown(screen);
  EXPECT_LT(text.find("a2.kg"), text.find("/other")) << "what belongs to a root is together";
  EXPECT_LT(text.find("/other"), text.find("a1.kg"));
  screen.press(letter('j'));
  EXPECT_EQ(screen.current(), 2U);
}

TEST(InboxList, SortsByAnotherColumnWithEachPressOfItsKey) {
  std::vector<InboxItem> items{item("b.kg  s2"), item("c.kg  s1"), item("a.kg  s3")};
  items[0].code = "z.code";
  items[1].code = "y.code";
  items[2].code = "x.code";
  auto screen = screen_of(items);
  auto const order = [&] {
    std::vector<std::size_t> places;
    for (auto const* name : {"b.kg", "c.kg", "a.kg"})
      places.push_back(shown(screen).find(name));
    return std::tuple(places[0] < places[1], places[1] < places[2], places[0] < places[2]);
  };
  EXPECT_THAT(shown(screen), HasSubstr("3 refused, by age"));
  EXPECT_EQ(order(), std::tuple(true, true, true)) << "as given";
  screen.press(letter('s'));
  EXPECT_THAT(shown(screen), HasSubstr("by session"));
  EXPECT_EQ(order(), std::tuple(false, true, true));
  EXPECT_EQ(screen.current(), 0U) << "the cursor stays on its item";
  screen.press(letter('s'));
  EXPECT_THAT(shown(screen), AllOf(HasSubstr("by code"), HasSubstr("3 min  x.code  attempt")));
  EXPECT_EQ(order(), std::tuple(false, false, false));
  screen.press(letter('s'));
  EXPECT_THAT(shown(screen), HasSubstr("by agent"));
  EXPECT_EQ(order(), std::tuple(true, false, false));
  screen.press(letter('s'));
  EXPECT_THAT(shown(screen), HasSubstr("by age"));
}

TEST(InboxList, AlignsItsColumnsWhateverTheNamesAreWrittenIn) {
  auto const screen = screen_of({item("a.kg  名前"), item("b.kg  🚀e\u0301"), item("c.kg  plain")});
  std::vector<std::size_t> begins;
  for (auto const& line : screen.render({80, 12}, Colour::off))
    if (auto const at = line.find(".kg"); at != line.npos)
      begins.push_back(display_width(line.substr(0, at)));
  EXPECT_THAT(begins, testing::ElementsAre(begins[0], begins[0], begins[0]));
}

TEST(InboxList, ShowsTheAgentBesideTheLongestNames) {
  auto const agent = std::string(60, 'a') + ".kg";
  auto const screen =
      screen_of({item(agent + "  " + std::string(64, 's')), item("b.kg  " + std::string(64, 't'))});
  for (auto const& line : screen.render({80, 12}, Colour::off))
    EXPECT_LE(display_width(line), 80U);
  EXPECT_THAT(shown(screen, {80, 12}), AllOf(HasSubstr("…  aaaa"), HasSubstr("x.json:1: no")));
}

TEST(InboxList, ExplainsItsKeys) {
  auto screen = screen_of({item("a.kg  /s")});
  screen.press(letter('?'));
  EXPECT_THAT(shown(screen, {80, 24}), AllOf(HasSubstr("marks all shown"), HasSubstr("[any key] back")));
  for (auto const& line : screen.render({80, 24}, Colour::off))
    EXPECT_THAT(line, Not(testing::EndsWith("…")));
  EXPECT_EQ(screen.press(letter('q')), Wish::nothing);
  EXPECT_THAT(shown(screen), HasSubstr(">  /s  a.kg"));
}

TEST(InboxList, AlwaysSaysHowToLeaveAndWhereHelpIs) {
  auto screen = screen_of({item("a.kg  /s")});
  EXPECT_THAT(screen.render({30, 10}, Colour::off).back(), "[q] leave  [?] help");
  screen.press(letter(' '));
  EXPECT_THAT(screen.render({30, 10}, Colour::off).back(), "[q] leave  [?] help");
  screen.press(enter);
  EXPECT_THAT(screen.render({30, 10}, Colour::off).back(), testing::StartsWith("[Esc] back  [?] help"));
}

TEST(InboxList, LeavesRoomForTheReasonBesideALongSession) {
  auto screen = screen_of({item("a.kg  " + std::string(70, 's'))});
  EXPECT_THAT(shown(screen, {80, 10}), HasSubstr("3 min  attempt 3 of 3: x.json:1: no"));
}

} // namespace
} // namespace artifactd
