#include "daemon/terminal/display_text.hpp"
#include "daemon/terminal/text_window.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::ElementsAre;

TEST(DisplayText, IsCutByColumnsAndNeverInsideACharacter) {
  EXPECT_EQ(display_width("añ名"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(fitted("名前名前", 8, Charset::utf8), "名前名前");
  EXPECT_EQ(fitted("名前名前", 6, Charset::utf8), "名前…");
  EXPECT_EQ(fitted("abcdef", 4, Charset::ascii), "abc~");
  EXPECT_EQ(fitted("abc", 0, Charset::utf8), "");
}

TEST(DisplayText, IsWrappedAtBlanksWhereThereAreSome) {
  EXPECT_THAT(wrapped("one two three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("one two", 3), ElementsAre("one", "two"));
  EXPECT_THAT(wrapped("abcdefg", 3), ElementsAre("abc", "def", "g"));
  EXPECT_THAT(wrapped("名前", 1), ElementsAre("名", "前")) << "narrower than a character";
  EXPECT_THAT(wrapped("", 3), ElementsAre(""));
  EXPECT_EQ(end_of("abc名前", 5), "c名前");
  EXPECT_THAT(lines_of("a\n\nb"), ElementsAre("a", "", "b"));
}

TEST(DisplayText, GivesALongNameInATableALineOfItsOwn) {
  EXPECT_EQ(table_row("ab", 4, "  1"), "ab    1\n");
  EXPECT_EQ(table_row("abcde", 4, "  1"), "abcde\n      1\n");
}

TEST(DisplayText, CountsEmojiAsTheTerminalShowsThem) {
  EXPECT_EQ(display_width("🚀"), 2U);
  EXPECT_EQ(display_width("❤\ufe0f"), 2U) << "a heart as an emoji";
  EXPECT_EQ(display_width("👍🏽"), 4U) << "a terminal that joins them needs less";
  EXPECT_EQ(display_width("\U0001fae9"), 2U) << "newer than the C library";
  EXPECT_EQ(display_width("\U00013460"), 1U) << "newer, and no emoji";
  EXPECT_EQ(fitted("❤\ufe0f❤\ufe0f", 3, Charset::utf8), "❤\ufe0f…");
}

TEST(DisplayText, KeepsMarksWithTheirCharacter) {
  EXPECT_EQ(fitted("ae\u0301\u0323b", 2, Charset::utf8), "a…");
  EXPECT_EQ(fitted("ae\u0301\u0323bc", 3, Charset::utf8), "ae\u0301\u0323…");
  EXPECT_EQ(end_of("ae\u0301", 1), "e\u0301");
}

TEST(DisplayText, IsPaddedByColumns) {
  EXPECT_EQ(padded("名", 4), "名  ");
  EXPECT_EQ(padded("e\u0301", 2), "e\u0301 ");
  EXPECT_EQ(padded("long", 2), "long");
}

TEST(DisplayText, InAsciiHasSomethingAlikeOrAQuestionMark) {
  EXPECT_EQ(in_charset("2 × “a” – b…", Charset::ascii), "2 x \"a\" - b~");
  EXPECT_EQ(in_charset("e\u0301名", Charset::ascii), "e?");
  EXPECT_EQ(in_charset("名", Charset::utf8), "名");
}

TEST(DisplayText, ShowsBidirectionalControlsInsteadOfObeyingThem) {
  for (auto const* control : {"\u200f", "\u061c", "\u202e", "\u2067", "\u2069"}) {
    auto const shown = printable(fmt::format("a{}b", control));
    EXPECT_FALSE(shown.contains(control)) << shown;
    EXPECT_TRUE(shown.starts_with("a\\x")) << shown;
  }
}

TEST(TextWindow, ScrollsThroughWrappedLines) {
  TextWindow const window({"one two three four", "five"}, {5, 2});
  EXPECT_EQ(window.furthest(), 3U);
  EXPECT_THAT(window.lines(1), ElementsAre("two", "three"));
  EXPECT_THAT(window.lines(99), ElementsAre("four", "five"));
  EXPECT_EQ(window.place(1), "2-3 of 5");
  EXPECT_EQ(TextWindow({"one"}, {5, 2}).place(0), "");
}

} // namespace
} // namespace artifactd
