#include "state/vocabulary/nearest_name.hpp"
#include "tests/support/kinds.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

std::string nearest(std::string_view text) {
  auto const name = nearest_name(text, test::kinds());
  return name ? name->str() : "";
}

TEST(NearestName, ReplacesWhatANameMayNotHave) {
  EXPECT_EQ(nearest("my agent"), "my-agent");
  EXPECT_EQ(nearest("r\u00e9ponse / 2"), "r-ponse-2");
  EXPECT_EQ(nearest("-.hidden!"), "hidden");
  EXPECT_EQ(nearest("x.kg.edit"), "x");
  EXPECT_EQ(nearest("state"), "state-1");
  EXPECT_EQ(nearest(std::string(100, 'a')), std::string(64, 'a'));
  EXPECT_EQ(nearest("\u65e5\u672c"), "") << "nothing can be kept";
  EXPECT_EQ(nearest(""), "");
}

TEST(NearestName, KeepsTheKindOfASignal) {
  EXPECT_EQ(nearest_signal_file("my agent.kg.lock", test::kinds()), "my-agent.kg.lock");
  EXPECT_EQ(nearest_signal_file("x.kg.kg.lock.error", test::kinds()), "x.kg.lock.error");
  EXPECT_EQ(nearest_signal_file("?.kg.lock", test::kinds()), std::nullopt);
}

RC_GTEST_PROP(NearestName, IsAValidSignalWhateverTheTextWas, (std::string const& text)) {
  if (auto const file = nearest_signal_file(text + ".kg.lock", test::kinds()))
    RC_ASSERT(parse_signal_file(*file, test::kinds()).form == SignalForm::pending);
}

} // namespace
} // namespace artifactd
