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
  auto const signal = [](std::string_view file) {
    auto const nearest = nearest_signal(file, test::kinds());
    return nearest ? signal_word(*nearest) : "";
  };
  EXPECT_EQ(signal("my agent.kg.lock"), "my-agent.kg");
  EXPECT_EQ(signal("x.kg.kg.lock.error"), "x.kg");
  EXPECT_EQ(signal("?.kg.lock"), "");
}

RC_GTEST_PROP(NearestName, IsAValidSignalWhateverTheTextWas, (std::string const& text)) {
  if (auto const signal = nearest_signal(text + ".kg.lock", test::kinds()))
    RC_ASSERT(parse_signal_file(signal_word(*signal) + ".lock", test::kinds()).form == SignalForm::pending);
}

} // namespace
} // namespace artifactd
