#include "state/settle/signal.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::kg;
using test::must;

TEST(Sight, SeesARegularFileAndNothingElse) {
  test::SessionDir dir;
  auto look = [&] { return fault(sight(dir.session(), kg("a"))); };
  EXPECT_EQ(look(), "missing");
  dir.write("a.kg.lock", "content does not matter");
  EXPECT_EQ(look(), "none");
  // Published by ln: an additional name is not a fault.
  fs::create_hard_link(dir / "a.kg.lock", dir / "b.kg.lock");
  EXPECT_EQ(look(), "none");
  fs::remove(dir / "a.kg.lock");
  fs::create_directory(dir / "a.kg.lock");
  EXPECT_EQ(look(), "unsafe");
  fs::remove(dir / "a.kg.lock");
  fs::create_symlink("b.kg.lock", dir / "a.kg.lock");
  EXPECT_EQ(look(), "unsafe");
  fs::remove(dir / "a.kg.lock");
  ASSERT_EQ(::mkfifo((dir / "a.kg.lock").c_str(), 0600), 0);
  EXPECT_EQ(look(), "unsafe");
}

TEST(Sighting, IsTheSameAfterARenameAwayAndBack) {
  test::SessionDir dir;
  auto seen = dir.drop("a");
  fs::rename(dir / "a.kg.lock", dir / "a.kg.lock.error");
  fs::rename(dir / "a.kg.lock.error", dir / "a.kg.lock");
  EXPECT_TRUE(same_sighting(seen.stamp, must(sight(dir.session(), kg("a"))).stamp));
}

TEST(Sighting, IsAnotherAfterATouchAndForANewFile) {
  test::SessionDir dir;
  auto seen = dir.drop("a");
  auto again = seen;
  do { // until the file system's clock has ticked
    fs::last_write_time(dir / "a.kg.lock", fs::file_time_type::clock::now());
    again = must(sight(dir.session(), kg("a")));
  } while (again.stamp.modified_ns == seen.stamp.modified_ns);
  EXPECT_FALSE(same_sighting(seen.stamp, again.stamp));
  dir.write("other", "");
  fs::rename(dir / "other", dir / "a.kg.lock");
  EXPECT_FALSE(same_sighting(again.stamp, must(sight(dir.session(), kg("a"))).stamp));
}

} // namespace
} // namespace artifactd
