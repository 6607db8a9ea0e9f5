#include "merge/play/search/fault_search.hpp"
#include "tests/support/sketch.hpp"

#include <algorithm>
#include <gmock/gmock.h>

using namespace artifactd;
using namespace artifactd::play;

namespace {

SearchOutcome searched(SketchCase const& each) {
  game::Game const game(files_of(each.sketch));
  return search_faults(game, usual_players(each.players));
}

std::string told(FoundFault const& fault) {
  return to_json(fault).dump();
}

bool meets(FoundFault const& fault, Value const& expected) {
  return Value(word_of(fault.type)) == expected.at("type") && Value(fault.phase) == expected.at("phase") &&
         Value(fault.actions) == expected.at("actions") && fault.certain == expected.value("certain", true);
}

TEST(FaultSearch, NoFaultIsCertainInASoundGame) {
  for (auto const& each : sound_games()) {
    auto const outcome = searched(each);
    EXPECT_TRUE(outcome.complete) << each.name;
    for (auto const& fault : outcome.faults)
      EXPECT_FALSE(fault.certain) << each.name << "\n" << told(fault);
  }
}

TEST(FaultSearch, TheFaultOfABrokenGameIsFoundWithItsShortestWay) {
  for (auto const& each : broken_games()) {
    auto const outcome = searched(each);
    for (auto const& expected : each.expect)
      EXPECT_TRUE(
          std::ranges::any_of(outcome.faults, [&](auto const& fault) { return meets(fault, expected); }))
          << each.name << "\nexpected " << expected << ", found " << outcome.faults.size();
    // No other fault may be certain: consequences are reported under their cause.
    for (auto const& fault : outcome.faults)
      EXPECT_TRUE(
          !fault.certain ||
          std::ranges::any_of(each.expect, [&](auto const& expected) { return meets(fault, expected); }))
          << each.name << "\n"
          << told(fault);
  }
}

} // namespace
