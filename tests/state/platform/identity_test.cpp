#include "state/platform/identity.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <stdexcept>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

Stamp owned_by(uid_t user, gid_t group) {
  Stamp stamp;
  stamp.owner = user;
  stamp.group = group;
  return stamp;
}

TEST(Identity, AUserWithoutAnEntryHasTheGroupOfTheDirectoryAlone) {
  auto identity = session_identity(owned_by(4'000'001, 4'000'002));
  ASSERT_TRUE(identity) << identity.error().message;
  EXPECT_EQ(*identity, (Identity{4'000'001, 4'000'002, {4'000'002}}));
}

TEST(Identity, RootsGroupIsNobodysByADirectoryAlone) {
  auto identity = session_identity(owned_by(4'000'001, 0));
  ASSERT_TRUE(identity) << identity.error().message;
  EXPECT_NE(identity->group, 0U);
  EXPECT_EQ(std::ranges::count(identity->groups, 0U), 0);
}

TEST(Identity, AGroupThatTheOwnerIsNotInIsNotTaken) {
  auto identity = session_identity(owned_by(1, 4'000'002)); // the user daemon, which every Debian has
  ASSERT_TRUE(identity) << identity.error().message;
  EXPECT_NE(identity->group, 4'000'002U);
  EXPECT_EQ(std::ranges::count(identity->groups, 4'000'002U), 0);
}

TEST(Identity, OrdinaryThreadsDoTheirOwnWorkThemselves) {
  std::thread::id at;
  as_self([&] { at = std::this_thread::get_id(); });
  EXPECT_EQ(at, std::this_thread::get_id());
}

TEST(Identity, WhatOwnWorkThrowsIsThrownToTheCaller) {
  EXPECT_THROW(as_self([] { throw std::runtime_error("no"); }), std::runtime_error);
}

TEST(Identity, OwnWorkHasThePriorityOfTheProcess) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root takes another identity";
  auto nice = -1;
  std::jthread([&] {
    ::setpriority(PRIO_PROCESS, 0, 10);
    auto const scope = SessionScope::enter({1, 1, {1}});
    ASSERT_TRUE(scope) << scope.error().message;
    as_self([&] { nice = ::getpriority(PRIO_PROCESS, 0); });
  }).join();
  EXPECT_EQ(nice, ::getpriority(PRIO_PROCESS, 0));
}

} // namespace
} // namespace artifactd
