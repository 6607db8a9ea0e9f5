#include "agents/model/contract.hpp"
#include "tests/support/session_dir.hpp"

#include <gmock/gmock.h>

namespace artifactd::model {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Contract, ATextThatMustNotBeEmptyMustNotBeBlank) {
  Contract const contract{{"lines", Json::parse(R"({
    "type": "object",
    "properties": {
      "title": {"type": "string"},
      "lines": {"type": "array", "items": {"type": "string", "minLength": 1}}
    }
  })")}};
  auto const judge = test::must(ReplyJudge::over(contract));
  EXPECT_TRUE(judge.judge(R"({"title": " ", "lines": ["a\u200b", "\u3000b"]})"));
  for (auto const* blank : {" ", "\\n\\t", "\\u200b \\u200b", "\\u00a0", "\\ufeff"}) {
    auto const judged = judge.judge(std::string(R"({"lines": ["a", ")") + blank + "\"]}");
    ASSERT_FALSE(judged) << blank;
    EXPECT_THAT(judged.error(), ElementsAre(HasSubstr("/lines/1: the text is blank")));
  }
}

} // namespace
} // namespace artifactd::model
