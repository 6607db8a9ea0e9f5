// What playing a game says about it in findings.
#include "merge/play/search/look.hpp"
#include "tests/support/sketch.hpp"

#include <algorithm>
#include <gmock/gmock.h>

using namespace artifactd;
using namespace artifactd::play;

namespace {

std::vector<Finding> looked_at(std::string const& coin) {
  auto const sound = sound_games();
  auto const found =
      std::ranges::find_if(sound, [](auto const& each) { return each.name == "coin_flip: a loaded coin"; });
  EXPECT_NE(found, sound.end());
  auto sketch = found->sketch;
  sketch["transitions"]["throw"][3][0] = "game.coin ~ " + coin;
  auto findings = look(game::Game(files_of(sketch)), Simulation::certain);
  EXPECT_TRUE(findings);
  return findings ? *std::move(findings) : std::vector<Finding>();
}

TEST(Look, WarnsOfADrawWithOneOutcome) {
  auto const findings = looked_at(R"(["heads"] [1.0])");
  auto const note = std::ranges::find(findings, "game.P09", &Finding::code);
  ASSERT_NE(note, findings.end());
  EXPECT_EQ(note->severity, Severity::warning);
  EXPECT_EQ(note->message,
            "Transition 'throw' rng op probabilities are degenerate (single outcome with p=1.0)");
  EXPECT_THAT(note->pointer.value_or(""), testing::EndsWith("/transitions/throw"));
}

TEST(Look, RefusesADrawThatLeavesNothingToChance) {
  auto const findings = looked_at(R"(["heads", "tails"] [1.0, 0])");
  auto const fault = std::ranges::find(findings, "game.P09", &Finding::code);
  ASSERT_NE(fault, findings.end());
  EXPECT_EQ(fault->severity, Severity::error);
}

TEST(Look, SaysNothingOfADrawThatIsOne) {
  EXPECT_THAT(looked_at(R"(["heads", "tails"] [0.01, 0.99])"), testing::IsEmpty());
}

} // namespace
