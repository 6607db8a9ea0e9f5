#include "daemon/settling/held_sessions.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

constexpr auto moment = HeldSessions::longest_moment;

TEST(HeldSessions, LastIfOneProcessKeepsThem) {
  HeldSessions held;
  SessionKey const session{"/srv", "s"};
  EXPECT_FALSE(held.lasts(session, 7, Moment{}));
  EXPECT_FALSE(held.lasts(session, 7, Moment{} + moment));
  EXPECT_TRUE(held.lasts(session, 7, Moment{} + 2 * moment));
  EXPECT_FALSE(held.lasts({"/srv", "t"}, 7, Moment{} + 2 * moment)) << "each session by itself";
}

TEST(HeldSessions, DoNotLastIfOneProcessFollowsAnother) {
  HeldSessions held;
  SessionKey const session{"/srv", "s"};
  for (int i = 0; i < 10; ++i)
    EXPECT_FALSE(held.lasts(session, 7 + i, Moment{} + i * moment));
}

TEST(HeldSessions, DoNotLastIfTheyWereFreeMeanwhile) {
  HeldSessions held;
  SessionKey const session{"/srv", "s"};
  EXPECT_FALSE(held.lasts(session, 7, Moment{}));
  held.forget(session);
  EXPECT_FALSE(held.lasts(session, 7, Moment{} + 2 * moment));
}

} // namespace
} // namespace artifactd
