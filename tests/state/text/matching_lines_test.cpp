#include "state/text/matching_lines.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>

namespace artifactd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

using Lines = std::vector<std::string_view>;

TEST(MatchingLines, LeaveOutWhatIsDroppedAndWhatIsAdded) {
  EXPECT_THAT(matching_lines(Lines{"a", "b", "c"}, Lines{"a", "x", "c"}),
              ElementsAre(Pair(0, 0), Pair(2, 2)));
  EXPECT_THAT(matching_lines(Lines{"a", "b", "c"}, Lines{"b", "c", "d"}),
              ElementsAre(Pair(1, 0), Pair(2, 1)));
  EXPECT_THAT(matching_lines(Lines{"a"}, Lines{}), IsEmpty());
  EXPECT_THAT(matching_lines(Lines{}, Lines{}), IsEmpty());
}

TEST(MatchingLines, AreFoundInLongTextsThatDifferFarApart) {
  std::vector<std::string> texts;
  for (int i = 0; i < 50'000; ++i)
    texts.push_back(std::to_string(i));
  Lines const a(texts.begin(), texts.end());
  auto b = a;
  b.erase(b.begin() + 10);
  b[49'000] = "another";
  EXPECT_EQ(matching_lines(a, b).size(), a.size() - 2);
}

TEST(MatchingLines, OfTextsThatHaveVeryLittleInCommonAreTheirEnds) {
  std::vector<std::string> texts;
  for (int i = 0; i < 5'000; ++i)
    texts.push_back(std::to_string(i));
  Lines a(texts.begin(), texts.end());
  Lines b(texts.rbegin(), texts.rend());
  b.front() = a.front();
  b.back() = a.back();
  EXPECT_THAT(matching_lines(a, b), ElementsAre(Pair(0, 0), Pair(4'999, 4'999)));
}

/// By the textbook dynamic-programming table.
std::size_t most_in_common(Lines const& a, Lines const& b) {
  std::vector<std::vector<std::size_t>> longest(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (auto i = a.size(); i-- > 0;)
    for (auto j = b.size(); j-- > 0;)
      longest[i][j] =
          a[i] == b[j] ? longest[i + 1][j + 1] + 1 : std::max(longest[i + 1][j], longest[i][j + 1]);
  return longest[0][0];
}

RC_GTEST_PROP(MatchingLines, AreAsManyAsThereCanBe, ()) {
  auto const line = rc::gen::element<std::string_view>("a", "b", "c", "");
  auto const a = *rc::gen::container<Lines>(line);
  auto const b = *rc::gen::container<Lines>(line);
  auto const pairs = matching_lines(a, b);
  RC_ASSERT(pairs.size() == most_in_common(a, b));
  for (auto const& [in_a, in_b] : pairs)
    RC_ASSERT(a.at(in_a) == b.at(in_b));
  for (std::size_t i = 1; i < pairs.size(); ++i)
    RC_ASSERT((pairs[i - 1].first < pairs[i].first && pairs[i - 1].second < pairs[i].second));
}

} // namespace
} // namespace artifactd
