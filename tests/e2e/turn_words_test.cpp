// What a command says about a turn that was refused.
#include "tests/e2e/turn_site.hpp"

#include <gmock/gmock.h>

namespace artifactd::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class TurnWords : public TurnSite {};

TEST_F(TurnWords, NamesNoIdIfNothingWasPaid) {
  begin();
  auto const empty = say("");
  EXPECT_EQ(empty.exit, 1);
  EXPECT_THAT(empty.err, AllOf(HasSubstr("turn.text"), Not(HasSubstr("without paying again"))));
  script(R"([{"step": "narrator", "reply": "no JSON at all"}])");
  EXPECT_THAT(say("I say hello.").err, HasSubstr("without paying again"));
}

TEST_F(TurnWords, NamesTheCommandThatBeginsAStory) {
  import();
  auto const none = site.artifactctl({"turn", "retry", "s"});
  EXPECT_EQ(none.exit, 3);
  EXPECT_THAT(none.err, HasSubstr("artifactctl turn begin DIR --scenario ID"));
}

} // namespace
} // namespace artifactd::test
