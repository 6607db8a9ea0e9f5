#include "tests/daemon/inbox_items.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

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

TEST(InboxScreen, ListsWhatWaitsAndMarksTheOneChosen) {
  auto screen = screen_of({item("a.kg  /s"), item("b.kg  /s")});
  EXPECT_THAT(shown(screen), HasSubstr(">  /s  a.kg  3 min  attempt 3 of 3: x.json:1: no"));
  screen.press(letter('j'));
  screen.press({Key::Kind::down});
  EXPECT_EQ(screen.current(), 1U) << "the last one stays the last";
  EXPECT_THAT(shown(screen), HasSubstr(">  /s  b.kg"));
  screen.press({Key::Kind::up});
  EXPECT_EQ(screen.current(), 0U);
  EXPECT_EQ(screen.press(letter('q')), Wish::leave);
  EXPECT_EQ(screen.press(escape), Wish::leave);
}

TEST(InboxScreen, OpensAnItemAndClosesItAgain) {
  auto screen = screen_of({item("a.kg  /s")});
  EXPECT_EQ(screen.press(enter), Wish::nothing);
  EXPECT_EQ(screen.station(), Station::analysis_error);
  EXPECT_THAT(shown(screen), HasSubstr("a.kg  /s  waits for a person"));
  EXPECT_THAT(shown(screen), HasSubstr("what happened"));
  EXPECT_EQ(screen.press(escape), Wish::nothing);
  EXPECT_EQ(screen.station(), Station::closed);
}

TEST(InboxScreen, TakesAHintLetterByLetter) {
  auto screen = screen_of({item("a.kg  /s")});
  screen.press(enter);
  screen.press(letter('h'));
  EXPECT_EQ(screen.station(), Station::hint_input);
  EXPECT_EQ(screen.press(enter), Wish::nothing) << "an empty hint says nothing";
  EXPECT_EQ(screen.station(), Station::hint_input);
  type(screen, "use jq");
  screen.press({Key::Kind::text, "ä"});
  screen.press({Key::Kind::backspace});
  EXPECT_THAT(shown(screen), HasSubstr("hint: use jq_"));
  EXPECT_EQ(screen.press(enter), Wish::hint);
  EXPECT_EQ(screen.typed(), "use jq");
}

TEST(InboxScreen, EscapeFromAHintGoesBackToWhereTheWorkIs) {
  auto screen = screen_of({item("a.kg  /s")});
  screen.press(letter('h'));
  type(screen, "quit x");
  EXPECT_EQ(screen.press(escape), Wish::nothing);
  EXPECT_EQ(screen.station(), Station::analysis_error);
  screen.press(letter('h'));
  EXPECT_EQ(screen.typed(), "") << "begun again";
}

TEST(InboxScreen, WishesWhatTheKeysSay) {
  auto screen = screen_of({item("a.kg  /s")});
  EXPECT_EQ(screen.press(letter('e')), Wish::edit);
  EXPECT_EQ(screen.station(), Station::editing);
  screen.show({item("a.kg  /s")}, 0);
  EXPECT_EQ(screen.station(), Station::analysis_error) << "still refused";
  EXPECT_EQ(screen.press(letter('r')), Wish::fresh);
}

TEST(InboxScreen, AbandonsOnlyWhenToldTwice) {
  auto screen = screen_of({item("a.kg  /s")});
  EXPECT_EQ(screen.press(letter('x')), Wish::nothing);
  EXPECT_THAT(shown(screen), HasSubstr("Abandon it?"));
  EXPECT_EQ(screen.press(letter('n')), Wish::nothing);
  EXPECT_THAT(shown(screen), Not(HasSubstr("Abandon it?")));
  screen.press(letter('x'));
  EXPECT_EQ(screen.press(letter('y')), Wish::abandon);
}

TEST(InboxScreen, EscapeEndsTheRunOfAnAgentThatIsNextWhenToldTwice) {
  auto running = item("a.kg  /s");
  running.station = Station::regenerating;
  running.circumstances.agent = true;
  auto screen = screen_of({running});
  screen.press(enter);
  EXPECT_THAT(shown(screen), AllOf(HasSubstr("[Esc] cancel the run"), HasSubstr("[q] back")));
  EXPECT_EQ(screen.press(escape), Wish::nothing);
  EXPECT_THAT(shown(screen), HasSubstr("End the agent's run?"));
  EXPECT_EQ(screen.press(letter('y')), Wish::cancel);
  EXPECT_EQ(screen.station(), Station::regenerating);
  EXPECT_EQ(screen.press(letter('q')), Wish::nothing);
  EXPECT_EQ(screen.station(), Station::closed);
}

TEST(InboxScreen, ShowsTheKeysTheLifecycleAllowsAndNoOthers) {
  auto without = item("a.kg  /s");
  without.circumstances.editor = false;
  auto screen = screen_of({without});
  EXPECT_THAT(shown(screen), HasSubstr("[h]"));
  EXPECT_THAT(shown(screen), Not(HasSubstr("[e]")));
  EXPECT_EQ(screen.press(letter('e')), Wish::nothing);
  EXPECT_THAT(shown(screen), HasSubstr("no editor"));
  screen.press(letter('h'));
  EXPECT_THAT(shown(screen), Not(HasSubstr("[Enter] send")));
  type(screen, "x");
  EXPECT_THAT(shown(screen), HasSubstr("[Enter] send"));
  EXPECT_THAT(shown(screen), Not(HasSubstr("[x]")));
}

TEST(InboxScreen, StaysWithItsItemWhenOthersComeAndGo) {
  auto screen = screen_of({item("a.kg  /s"), item("b.kg  /s")});
  screen.press(letter('j'));
  screen.press(enter);
  screen.show({item("0.kg  /s"), item("a.kg  /s"), item("b.kg  /s")}, 0);
  EXPECT_EQ(screen.current(), 2U);
  EXPECT_EQ(screen.station(), Station::analysis_error);
  screen.show({item("a.kg  /s")}, 0);
  EXPECT_EQ(screen.current(), 0U);
  EXPECT_EQ(screen.station(), Station::closed);
  screen.show({}, 2);
  EXPECT_THAT(shown(screen), HasSubstr("No work is refused"));
  EXPECT_THAT(shown(screen), HasSubstr("2 more to look at"));
  screen.show({}, 0);
  EXPECT_THAT(shown(screen), HasSubstr("Nothing waits"));
  for (auto const& key : {enter, letter('h'), letter('e'), letter('r'), letter('x'), letter('j')})
    EXPECT_EQ(screen.press(key), Wish::nothing);
}

TEST(InboxScreen, LetsNoHostileTextReachTheTerminal) {
  auto evil = item("a.kg  /s\x1b]0;title\x07");
  evil.details = {"\x1b[2J\xff", "\r\n"};
  auto screen = screen_of({evil});
  auto clean = [](std::string const& text) {
    return std::ranges::none_of(text,
                                [](char c) { return c != '\n' && static_cast<unsigned char>(c) < 0x20; });
  };
  EXPECT_TRUE(clean(shown(screen)));
  screen.press(enter);
  EXPECT_TRUE(clean(shown(screen)));
}

TEST(InboxScreen, UsesAttributesOnlyWhereColourIsWanted) {
  auto screen = screen_of({item("a.kg  /s")});
  EXPECT_THAT(shown(screen), Not(HasSubstr("\x1b")));
  EXPECT_THAT(screen.render({80, 10}, Colour::on), testing::Contains(HasSubstr("\x1b[7m")));
}

TEST(InboxScreen, ScrollsThroughDetailsLongerThanTheScreen) {
  auto long_one = item("a.kg  /s");
  long_one.details = {std::string(9 * 40, 'x'), "the end"};
  auto screen = screen_of({long_one});
  ScreenSize const size{40, 8}; // five lines for the details
  screen.press(enter, size);
  EXPECT_THAT(shown(screen, size), AllOf(HasSubstr("1-5 of 10"), Not(HasSubstr("the end"))));
  screen.press({Key::Kind::page_down}, size);
  EXPECT_THAT(shown(screen, size), HasSubstr("5-9 of 10"));
  screen.press(letter('G'), size);
  EXPECT_THAT(shown(screen, size), AllOf(HasSubstr("6-10 of 10"), HasSubstr("the end")));
  screen.press(letter('k'), size);
  EXPECT_THAT(shown(screen, size), HasSubstr("5-9 of 10")) << "not beyond the end first";
  EXPECT_THAT(shown(screen, {40, 30}), Not(HasSubstr(" of 10"))) << "all of it is visible";
}

TEST(InboxScreen, WithoutUtf8IsPlainAscii) {
  InboxScreen screen(Charset::ascii);
  auto wide = item("a.kg  /root/名前");
  wide.session = "名前";
  wide.reason = "“x” – " + std::string(100, 'x');
  wide.details = {"e\u0301…"};
  screen.show({wide}, 0);
  auto const is_ascii = [](std::string const& text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  };
  EXPECT_TRUE(is_ascii(shown(screen))) << shown(screen);
  EXPECT_THAT(shown(screen), HasSubstr(">  ??  a.kg  3 min  \"x\" - xx"));
  screen.press(letter('/'));
  screen.press({Key::Kind::text, "名"});
  EXPECT_THAT(shown(screen), HasSubstr("filter: ?_"));
  screen.press(enter);
  screen.press(enter);
  EXPECT_TRUE(is_ascii(shown(screen))) << shown(screen);
  EXPECT_THAT(shown(screen), HasSubstr("e~"));
}

RC_GTEST_PROP(InboxScreen, FitsEveryTerminalWhateverIsPressed, ()) {
  auto screen = screen_of({item("a.kg  /s"), item(std::string(300, 'x')), item("ö.kg  名前🚀e\u0301")});
  auto keys = *rc::gen::container<std::string>(rc::gen::element('j', 'k', 'h', 'e', 'r', 'x', 'y', 'q', '\n',
                                                                '\b', ' ', '/', '?', 'c', 's', 'g', 'G'));
  for (char c : keys) {
    auto width = *rc::gen::inRange<std::size_t>(1, 120);
    auto height = *rc::gen::inRange<std::size_t>(1, 40);
    screen.press(c == '\n' ? enter : c == '\b' ? escape : letter(c), {width, height});
    auto lines = screen.render({width, height}, Colour::off);
    RC_ASSERT(lines.size() == height);
    for (auto const& line : lines)
      RC_ASSERT(display_width(line) <= width);
  }
}

} // namespace
} // namespace artifactd
