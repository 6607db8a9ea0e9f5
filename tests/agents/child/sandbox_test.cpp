#include "agents/child/sandbox.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

TEST(Sandbox, IsAvailableHere) {
  auto const available = sandbox_available({});
  EXPECT_TRUE(available) << available.error().message;
}

} // namespace
} // namespace artifactd
