#include "agents/turn/content/macros.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace artifactd::turn {
namespace {

TEST(Macros, AreReplacedInAnyCase) {
  MacroNames const names{"Lena", "Sam"};
  EXPECT_EQ(with_names("{{char}} sees {{USER}}; <BOT>, <user>.", names), "Lena sees Sam; Lena, Sam.");
  EXPECT_EQ(with_names("{{{char}}}", names), "{Lena}");
  EXPECT_EQ(with_names("{{random:a,b}} {{ char }} {{char} <b> {", names),
            "{{random:a,b}} {{ char }} {{char} <b> {");
  EXPECT_EQ(with_names("", names), "");
}

TEST(Macros, ANameIsNoMacro) {
  EXPECT_EQ(with_names("{{char}}", {"{{user}}", "{{char}}"}), "{{user}}");
  EXPECT_EQ(with_names("{{{{char}}user}}", {"x", "y"}), "{{xuser}}");
  EXPECT_EQ(with_names("{{us{{char}}", {"er}}", "y"}), "{{user}}");
}

RC_GTEST_PROP(MacrosProperty, NamesOfThemselvesChangeNothing, (std::string const& text)) {
  auto const odd = text + "{{char}}{{user" + text;
  RC_ASSERT(with_names(odd, {"{{char}}", "{{user}}"}).size() == odd.size());
}

} // namespace
} // namespace artifactd::turn
