#include "daemon/terminal/progress_printer.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace artifactd {
namespace {

TEST(ProgressBar, ShowsHowMuchOfItIsDone) {
  EXPECT_EQ(progress_bar({"settling sessions", 3, 6}, 46, Charset::ascii, Colour::off),
            "settling sessions  #########.........  3 of 6");
  EXPECT_EQ(progress_bar({"settling sessions", 6, 6}, 200, Charset::utf8, Colour::off),
            "settling sessions  ██████████████████████████████  6 of 6");
  EXPECT_EQ(progress_bar({"a", 1, 2}, 18, Charset::ascii, Colour::on), "a  \x1b[36m###\x1b[0m...  1 of 2");
}

TEST(ProgressBar, OnlyCountsWhereTheEndOrTheRoomIsUnknown) {
  EXPECT_EQ(progress_bar({"searching states", 1234}, 80, Charset::utf8, Colour::off),
            "searching states  1234");
  EXPECT_EQ(progress_bar({"settling sessions", 3, 6}, 28, Charset::utf8, Colour::off),
            "settling sessions  3 of 6");
  EXPECT_EQ(progress_bar({"looking into 名前", 3, 6}, 12, Charset::ascii, Colour::off), "looking in~");
}

TEST(ProgressBar, IsNeverAsWideAsTheTerminal) {
  for (std::size_t width = 1; width < 100; ++width)
    for (auto const& doing : {"a", "looking into /srv/名前の🚀"})
      EXPECT_LT(display_width(progress_bar({doing, 7, 12345}, width, Charset::utf8, Colour::off)), width);
}

TEST(ProgressEvent, NamesTheEndIfItIsKnown) {
  EXPECT_EQ(to_json(Progress{"playing", 2, 9}).dump(),
            R"({"version":1,"event":"progress","doing":"playing","done":2,"of":9})");
  EXPECT_FALSE(to_json(Progress{"searching states", 2}).contains("of"));
}

TEST(ProgressPrinter, HasNoListenerWhereNothingIsShown) {
  ProgressPrinter printer(ProgressForm::none);
  EXPECT_FALSE(printer.listener());
  printer.show({"playing", 1, 2});
}

} // namespace
} // namespace artifactd
