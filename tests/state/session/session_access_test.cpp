#include "state/session/session_access.hpp"
#include "state/session/session_layout.hpp"
#include "tests/support/ordinary_user.hpp"
#include "tests/support/session_dir.hpp"

#include <cerrno>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {
namespace {

using test::must;
using testing::HasSubstr;

Error denied_rename() {
  return errno_error("rename", "a.kg.lock.error", EPERM);
}

TEST(SessionAccess, WhatMayBeImmutableIsNamedWithTheCommand) {
  test::SessionDir const dir;
  EXPECT_THAT(not_permitted(dir.session(), denied_rename()).message,
              testing::AllOf(HasSubstr("a.kg.lock.error"), HasSubstr("chattr -i -a")));
}

TEST(SessionAccess, AGroupThatChgrpWouldLockOutIsNamed) {
  Stamp directory;
  directory.owner = 4001;
  directory.group = 4500;
  directory.mode = S_IFDIR | 0750;
  EXPECT_THAT(session_closed(directory, "/s").message,
              testing::AllOf(HasSubstr("group 4500 loses its rights there"), HasSubstr("usermod -aG 4500 ")));
  directory.mode = S_IFDIR | 0700;
  EXPECT_THAT(session_closed(directory, "/s").message, testing::Not(HasSubstr("4500")));
}

TEST(SessionAccess, AStickyDirectoryOfAnotherUserIsNamedWithTheCommand) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a directory away";
  test::SessionDir dir;
  ASSERT_EQ(::chmod(dir.path().c_str(), 01777), 0);
  dir.give_away();
  auto const error = not_permitted(dir.session(), denied_rename());
  EXPECT_THAT(error.message, testing::AllOf(HasSubstr("session.sticky: "), HasSubstr("a.kg.lock.error"),
                                            HasSubstr("chmod -t " + dir.path().string())));
  EXPECT_EQ(error.code, EPERM);
}

TEST(SessionAccess, AStickyDirectoryOfOursThatAnotherUserMadeIsNamedToo) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a directory away";
  test::SessionDir dir;
  must(dir.session().private_directory(layout::work));
  for (auto const* own : {".artifactd", ".artifactd/work"}) {
    ASSERT_EQ(::chmod((dir / own).c_str(), 01777), 0);
    ASSERT_EQ(::chown((dir / own).c_str(), 4001, 4001), 0);
  }
  EXPECT_THAT(
      not_permitted(dir.session(), denied_rename()).message,
      testing::AllOf(HasSubstr("session.sticky: "), HasSubstr("chmod -t " + (dir / ".artifactd").string() +
                                                              " " + (dir / ".artifactd/work").string())));
}

} // namespace
} // namespace artifactd
