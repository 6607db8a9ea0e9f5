#include "state/settle/publish.hpp"
#include "tests/support/access_list.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::must;

constexpr auto published = "knowledge-graph.json";

class OwnershipOfAVersion : public testing::Test {
protected:
  Result<Swap> publish_text(Stamp const& base, std::vector<std::string_view> const& pieces) {
    return publish(dir_.session(), place_, base, pieces);
  }

  test::SessionDir dir_;
  Place place_{dir_.open("."), published, published, "graph"};
};

TEST_F(OwnershipOfAVersion, KeepsModeAndGroup) {
  dir_.write(published, "old");
  fs::permissions(dir_ / published, fs::perms(0624));
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown((dir_ / published).c_str(), 4241, 4242), 0);
  }
  auto base = dir_.stamp(published);
  must(publish_text(base, {"new"}));
  auto now = dir_.stamp(published);
  EXPECT_EQ(now.mode & 07777, 0624U);
  EXPECT_EQ(now.group, base.group);
  EXPECT_EQ(now.owner, base.owner);
}

TEST_F(OwnershipOfAVersion, KeepsTheAccessListAndInheritsNone) {
  auto const list = test::list_of_readers();
  dir_.write(published, "old");
  if (!test::give_list(dir_ / published, list)) GTEST_SKIP() << "no access lists here";
  must(publish_text(dir_.stamp(published), {"new"}));
  EXPECT_EQ(test::list_on(dir_ / published), list);

  ASSERT_TRUE(test::give_list(dir_ / ".artifactd/work", list, test::ListKind::default_for_new));
  fs::remove(dir_ / published);
  dir_.write(published, "old");
  must(publish_text(dir_.stamp(published), {"new"}));
  EXPECT_EQ(test::list_on(dir_ / published), "");
}

} // namespace
} // namespace artifactd
