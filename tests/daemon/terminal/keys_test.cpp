#include "daemon/terminal/keys.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <vector>

namespace artifactd {
namespace {

using enum Key::Kind;

std::vector<Key> all_of(std::string bytes, Input input = Input::resting) {
  std::vector<Key> keys;
  while (auto key = take_key(bytes, input))
    keys.push_back(*key);
  return keys;
}

TEST(Keys, AreToldApart) {
  EXPECT_THAT(all_of("h\r\x7f\x03\x1a\t"), testing::ElementsAre(Key{text, "h"}, Key{enter}, Key{backspace},
                                                                Key{leave}, Key{suspend}, Key{other}));
  EXPECT_THAT(all_of("\x1b[A\x1b[B\x1bOA\x1b[1;5C"),
              testing::ElementsAre(Key{up}, Key{down}, Key{up}, Key{other}));
  EXPECT_THAT(all_of("\x1b[5~\x1b[6~\x1b[3~"),
              testing::ElementsAre(Key{page_up}, Key{page_down}, Key{other}));
  EXPECT_THAT(all_of("ä→"), testing::ElementsAre(Key{text, "ä"}, Key{text, "→"}));
}

TEST(Keys, AnEscapeAloneIsAKeyOnlyWhenNothingFollows) {
  std::string bytes = "\x1b";
  EXPECT_FALSE(take_key(bytes, Input::flowing));
  bytes += "[A";
  EXPECT_EQ(take_key(bytes, Input::flowing), Key{up});
  EXPECT_THAT(all_of("\x1b"), testing::ElementsAre(Key{escape}));
  EXPECT_THAT(all_of("\x1bq"), testing::ElementsAre(Key{escape}, Key{text, "q"}));
}

TEST(Keys, HalfACharacterWaitsForTheRest) {
  std::string bytes = "\xc3";
  EXPECT_FALSE(take_key(bytes, Input::flowing));
  bytes += "\xa4";
  EXPECT_EQ(take_key(bytes, Input::flowing), (Key{text, "ä"}));
}

RC_GTEST_PROP(Keys, UseUpWhateverComes, (std::string bytes)) {
  for (std::size_t before = bytes.size(); !bytes.empty(); before = bytes.size()) {
    RC_ASSERT(take_key(bytes, Input::resting).has_value());
    RC_ASSERT(bytes.size() < before);
  }
}

} // namespace
} // namespace artifactd
