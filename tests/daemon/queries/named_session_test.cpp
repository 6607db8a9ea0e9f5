#include "daemon/queries/named_session.hpp"
#include "tests/support/scratch_dir.hpp"

#include <cerrno>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

TEST(ErrorInASession, NamesTheSessionOnce) {
  test::ScratchDir const dir;
  auto const session = Session::open(dir.path().string());
  ASSERT_TRUE(session);
  auto const& shown = session->shown();
  EXPECT_EQ(error_in(*session, errno_error("rename", "a.kg.lock.error", EROFS)).message,
            shown + ": rename: a.kg.lock.error: Read-only file system");
  auto const whole = errno_error("open", shown + "/a", EACCES);
  EXPECT_EQ(error_in(*session, whole).message, whole.message);
  EXPECT_EQ(error_in(*session, {Fault::missing, "there is no a.kg.lock.error"}).message,
            "there is no a.kg.lock.error")
      << "written for people";
}

} // namespace
} // namespace artifactd
