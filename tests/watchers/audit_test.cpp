#include "watchers/audit.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

constexpr std::int64_t second = 1'000'000'000;

Stamp directory(std::int64_t changed_ns) {
  Stamp stamp;
  stamp.inode = 7;
  stamp.modified_ns = changed_ns;
  stamp.changed_ns = changed_ns;
  return stamp;
}

TEST(Gate, OpensForADirectoryNeverLookedAt) {
  EXPECT_TRUE(Gate().opens_for(directory(second)));
}

TEST(Gate, ClosesOnceADirectoryRests) {
  Gate gate;
  gate.look(directory(second), 10 * second);
  EXPECT_TRUE(gate.opens_for(directory(second))) << "it changed since the look before: once more";
  gate.look(directory(second), 15 * second);
  EXPECT_FALSE(gate.opens_for(directory(second)));
}

TEST(Gate, OpensForEveryKindOfChange) {
  Gate gate;
  gate.look(directory(second), 10 * second);
  gate.look(directory(second), 15 * second);
  auto modified = directory(second);
  ++modified.modified_ns;
  auto changed = directory(second);
  ++changed.changed_ns;
  auto replaced = directory(second);
  ++replaced.inode;
  EXPECT_TRUE(gate.opens_for(modified));
  EXPECT_TRUE(gate.opens_for(changed));
  EXPECT_TRUE(gate.opens_for(replaced));
  EXPECT_FALSE(gate.same_directory(replaced));
}

TEST(Gate, StaysOpenWhileAChangeMayHideInTheSameTick) {
  Gate gate;
  gate.look(directory(10 * second), 10 * second + 1'000'000);
  gate.look(directory(10 * second), 10 * second + 2'000'000);
  EXPECT_TRUE(gate.opens_for(directory(10 * second)));
  gate.look(directory(10 * second), 11 * second);
  EXPECT_FALSE(gate.opens_for(directory(10 * second)));
}

TEST(Gate, OpensOnceWhenDistrusted) {
  Gate gate;
  gate.look(directory(second), 10 * second);
  gate.look(directory(second), 15 * second);
  gate.distrust();
  EXPECT_TRUE(gate.opens_for(directory(second)));
}

TEST(Gate, TimesFarFromTheClockDoNotKeepItOpen) {
  for (auto when : {std::int64_t{-9'200'000'000} * second / 4, std::int64_t{0}, 9'000'000'000 * second}) {
    Gate gate;
    gate.look(directory(when), 10 * second);
    gate.look(directory(when), 15 * second);
    EXPECT_FALSE(gate.opens_for(directory(when)));
  }
}

} // namespace
} // namespace artifactd
