#include "agents/edit/edit_slots.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

TEST(EditSlots, AreAsManyAsThereAreAndComeBack) {
  EditSlots slots(2);
  auto const first = slots.take();
  {
    auto const second = slots.take();
    EXPECT_TRUE(first && second);
    EXPECT_FALSE(slots.take());
  }
  EXPECT_TRUE(slots.take());
}

TEST(EditSlots, AreAtLeastOne) {
  EXPECT_TRUE(EditSlots().take());
}

} // namespace
} // namespace artifactd
