#include "merge/game/delta/player_aliases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::game {
namespace {

using ::testing::ElementsAre;

PlayerMapping const two_players{{"u-1", "u-2"}};

TEST(PlayerAliases, NumberPlayersInJoinOrder) {
  EXPECT_EQ(two_players.real_id("player1"), "u-1");
  EXPECT_EQ(two_players.real_id("player2"), "u-2");
}

TEST(PlayerAliases, AreSpeltOneWay) {
  for (auto const* name : {"player0", "player3", "player", "player01", "player1x", "player-1", "player+1",
                           "p1", "Player1", "player99999999999999999999999", "player 1", ""})
    EXPECT_EQ(two_players.real_id(name), std::nullopt) << name;
}

TEST(PlayerAliases, StandInPathsWithAFieldBehindThem) {
  EXPECT_EQ(with_real_player("players.player2.hand.0", two_players), "players.u-2.hand.0");
  EXPECT_EQ(with_real_player("players.player1.", two_players), "players.u-1.");
}

TEST(PlayerAliases, StayInAllOtherForms) {
  for (auto const* path :
       {"players.player1", "players[player1].score", "players.p1.score", "players.player9.score",
        "game.player1.score", "player1.score", "players.player1[0].score", "x.players.player1.score"})
    EXPECT_EQ(with_real_player(path, two_players), path);
}

TEST(PlayerAliases, AStarBetweenDotsIsEveryPlayer) {
  EXPECT_THAT(real_paths("players.[*].score", two_players),
              ElementsAre("players.u-1.score", "players.u-2.score"));
  EXPECT_THAT(real_paths("players.[*]", two_players), ElementsAre("players.u-1", "players.u-2"));
}

TEST(PlayerAliases, AStarBehindTheWordMakesKeysNobodyReads) {
  EXPECT_THAT(real_paths("players[*].score", two_players),
              ElementsAre("playersu-1.score", "playersu-2.score"));
}

TEST(PlayerAliases, OnlyTheFirstStarIsPlayers) {
  EXPECT_THAT(real_paths("players.[*].hand[*]", PlayerMapping{{"u"}}), ElementsAre("players.u.hand[*]"));
  EXPECT_THAT(real_paths("game.list[*].x", two_players), ElementsAre("game.list[*].x"));
}

TEST(PlayerAliases, WithoutPlayersPathsStay) {
  EXPECT_THAT(real_paths("players.[*].score", {}), ElementsAre("players.[*].score"));
  EXPECT_THAT(real_paths("players.player1.score", {}), ElementsAre("players.player1.score"));
}

RC_GTEST_PROP(PlayerAliases, EveryPlayerIsFoundByNumber, ()) {
  PlayerMapping mapping{*rc::gen::container<std::vector<std::string>>(*rc::gen::inRange<std::size_t>(1, 30),
                                                                      rc::gen::arbitrary<std::string>())};
  auto const index = *rc::gen::inRange<std::size_t>(0, mapping.ids.size());
  auto const alias = "player" + std::to_string(index + 1);
  RC_ASSERT(mapping.real_id(alias) == mapping.ids[index]);
  RC_ASSERT(real_paths("players." + alias + ".score", mapping) ==
            std::vector<std::string>{"players." + mapping.ids[index] + ".score"});
}

} // namespace
} // namespace artifactd::game
