// How the rules handle games whose faults only show when they are played.
#include "agents/edit/repair.hpp"
#include "merge/game/checks/validation.hpp"
#include "merge/play/search/look.hpp"
#include "tests/support/sketch.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <set>

namespace artifactd {
namespace {

std::vector<game::GameFile> with_changes(std::vector<game::GameFile> files, editor::Repair const& repair) {
  for (auto const& changed : repair.changed)
    std::ranges::find(files, changed.name, &game::GameFile::name)->bytes = changed.bytes;
  return files;
}

/// Faults that one sensible change repairs, and that the rules can repair.
std::set<std::string> const mechanical = {
    "auction: the last lot is neither sold nor followed",
    "best_of_rounds: a round too many: the guards leave a gap",
    "best_of_rounds: the game is declared over after the first round",
    "best_of_rounds: whoever picks is asked again",
    "coin_flip: heads leads nowhere",
    "coin_flip: throws are counted before there are any",
    "crossroads: acorns go where there is no list",
    "crossroads: the camp asks again and again",
    "vote: votes before there are any",
};

TEST(DeadPlays, AreRepairedOrLeftAlone) {
  std::set<std::string> repaired;
  for (auto const& each : play::broken_games()) {
    auto const files = play::files_of(each.sketch);
    game::Game const game(files);
    if (!game::error_messages(game).empty() || play::judged(game).faults.empty()) continue;
    auto const repair = editor::repair_by_rules(game);
    if (!repair.succeeded()) {
      EXPECT_TRUE(repair.changed.empty()) << each.name;
      continue;
    }
    repaired.insert(each.name);
    game::Game const after(with_changes(files, repair));
    EXPECT_TRUE(play::judged(after).faults.empty()) << each.name;
    EXPECT_TRUE(lost(play::judged(game).reach, play::judged(after).reach).empty()) << each.name;
  }
  for (auto const& name : mechanical)
    EXPECT_TRUE(repaired.contains(name)) << name;
}

TEST(DeadPlays, SoundGamesAreLeftAlone) {
  for (auto const& each : play::sound_games()) {
    game::Game const game(play::files_of(each.sketch));
    if (!game::error_messages(game).empty()) continue;
    auto const repair = editor::repair_by_rules(game);
    EXPECT_TRUE(repair.errors.empty()) << each.name << ": " << repair.errors.front();
    EXPECT_TRUE(repair.changed.empty()) << each.name;
  }
}

} // namespace
} // namespace artifactd
