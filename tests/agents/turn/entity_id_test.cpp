#include "agents/turn/turn_record.hpp"

#include <gtest/gtest.h>

namespace artifactd::turn {
namespace {

constexpr std::size_t digits_of_action = 16;

TEST(EntityId, IsTheSameInEveryRelease) {
  EXPECT_EQ(entity_id("s", "a1", "scene", 0), "y3kzfykvvyawpbbuv2huai7ac2");
}

TEST(EntityId, BeginsAlikeForAllThatOneActionWrites) {
  auto const action = entity_id("s", "a1", "scene", 0).substr(0, digits_of_action);
  EXPECT_EQ(entity_id("s", "a1", "event", 7).substr(0, digits_of_action), action);
  EXPECT_NE(entity_id("s", "a2", "scene", 0).substr(0, digits_of_action), action);
  EXPECT_NE(entity_id("t", "a1", "scene", 0).substr(0, digits_of_action), action);
}

TEST(EntityId, DiffersByKindAndNumber) {
  EXPECT_NE(entity_id("s", "a1", "event", 0), entity_id("s", "a1", "event", 1));
  EXPECT_NE(entity_id("s", "a1", "event", 1), entity_id("s", "a1", "event1", 0));
}

} // namespace
} // namespace artifactd::turn
