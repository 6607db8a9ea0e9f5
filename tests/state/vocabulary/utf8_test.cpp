#include "state/vocabulary/cpu_features.hpp"
#include "state/vocabulary/utf8.hpp"

#include <array>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <simdjson.h>

namespace artifactd {
namespace {

bool all_implementations_agree(std::string_view text) {
  auto const expected = simdjson::validate_utf8(text.data(), text.size());
  return is_utf8(text) == expected && is_utf8_portable(text) == expected &&
         (!has_avx2() || is_utf8_avx2(text) == expected);
}

/// The sequence at each place of a text of this size, among ASCII.
bool agrees_at_each_place(std::string_view sequence, std::size_t size) {
  for (std::size_t at = 0; at + sequence.size() <= size; ++at) {
    auto text = std::string(size, 'x');
    text.replace(at, sequence.size(), sequence);
    if (!all_implementations_agree(text)) return false;
  }
  return true;
}

TEST(Utf8, TellsWholeCharactersFromCutOnes) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8(std::string_view("a\0ä€😀", 11)));
  EXPECT_FALSE(is_utf8("\xE2\x82"));
  EXPECT_FALSE(is_utf8("\xED\xA0\x80"));
}

TEST(Utf8, JudgesEveryPairOfBytesAndWhatFollows) {
  constexpr std::array<std::string_view, 5> followers = {"", "x", "\x80", "\x80\x80", "\xC3\x80"};
  for (int first = 0x7F; first <= 0xFF; ++first)
    for (int second = 0; second <= 0xFF; ++second)
      for (auto const follower : followers) {
        std::string text{static_cast<char>(first), static_cast<char>(second)};
        text += follower;
        ASSERT_TRUE(all_implementations_agree(text)) << first << " " << second << " " << follower.size();
        ASSERT_TRUE(all_implementations_agree(std::string(30, 'x') + text)) << first << " " << second;
      }
}

TEST(Utf8, JudgesSequencesThatCrossTheEndOfABlock) {
  for (std::string_view const sequence :
       {"ä", "€", "😀", "\xC3", "\xE2\x82", "\xF0\x9F\x98", "\xF0\x9F", "\x80", "\xED\xA0\x80",
        "\xF4\x90\x80\x80", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF", "\xC1\xBF", "\xFF", "\xF0\x9F\x98\x80\x80"})
    for (std::size_t const size : {31, 32, 33, 64, 65, 97})
      EXPECT_TRUE(agrees_at_each_place(sequence, size)) << size;
}

RC_GTEST_PROP(Utf8, EveryImplementationAgreesWithSimdjson, ()) {
  static constexpr std::array<std::string_view, 14> parts = {"a",
                                                             "ä",
                                                             "€",
                                                             "😀",
                                                             "\xC3",
                                                             "\xE2\x82",
                                                             "\xF0\x9F\x98",
                                                             "\xED\x9F\xBF",
                                                             "\x80",
                                                             "\xEE\x80\x80",
                                                             "\xF4\x8F\xBF\xBF",
                                                             "0123456789abcdef",
                                                             "\xF8",
                                                             "\n"};
  auto const chosen =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, parts.size()));
  std::string text;
  for (auto const each : chosen)
    text += parts.at(each);
  RC_ASSERT(all_implementations_agree(text));
  auto const bad = first_malformed(text);
  RC_ASSERT(is_utf8(text) == (bad == text.npos && whole_sequences_end(text) == text.size()));
  RC_ASSERT(bad == text.npos || is_utf8(std::string_view(text).substr(0, bad)));
}

TEST(Utf8, FindsTheFirstMalformedSequence) {
  EXPECT_EQ(first_malformed("ä\xC3(x"), 2U);
  EXPECT_EQ(first_malformed("12345678\xFF"), 8U);
  EXPECT_EQ(first_malformed("ä\xE2\x82"), std::string_view::npos); // may be continued
  EXPECT_EQ(whole_sequences_end("ä\xE2\x82"), 2U);
  EXPECT_EQ(whole_sequences_end("ä€"), 5U);
}

} // namespace
} // namespace artifactd
