#include "daemon/api/session_ids.hpp"
#include "tests/support/scratch_dir.hpp"

#include <filesystem>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<RootConfig> roots_at(std::vector<std::string> const& paths) {
  std::vector<RootConfig> roots;
  for (auto const& path : paths)
    roots.push_back({.path = path});
  return roots;
}

TEST(SessionIds, RootsHaveNamesOfTheirOwn) {
  EXPECT_THAT(root_names(roots_at({"/srv/sessions", "/home/a b/", "/data/sessions", "/", "/x/sessions"})),
              ElementsAre("sessions", "a_b", "sessions.2", "root", "sessions.3"));
}

TEST(SessionIds, AnyBytesAreANameInAUrl) {
  auto const roots = roots_at({"/srv/sessions"});
  EXPECT_EQ(session_id(roots, {"/srv/sessions", "s1"}), "sessions~czE");
  EXPECT_EQ(session_id(roots, {"/srv/sessions", "\xff\xfe\xfd/~"}), "sessions~__79L34");
  EXPECT_EQ(session_id(roots, {"/srv/sessions", ""}), "sessions~");
  EXPECT_EQ(session_id(roots, {"/elsewhere", "s1"}), "");
  EXPECT_EQ(id_of_path(roots, "/srv/sessions/s1"), "sessions~czE");
  EXPECT_EQ(id_of_path(roots, "/srv/sessions/a/b"), "");
  EXPECT_EQ(id_of_path(roots, "/srv/other"), "");
}

class FoundSession : public testing::Test {
protected:
  FoundSession() {
    for (auto const* path : {"one/s1", "one/twice", "two/twice"})
      fs::create_directories(scratch_.path() / path);
    config_.roots = roots_at({(scratch_.path() / "one").string(), (scratch_.path() / "two").string()});
  }

  test::ScratchDir scratch_;
  Config config_;
};

TEST_F(FoundSession, ByItsIdOrByANameThatOnlyItHas) {
  EXPECT_EQ(find_session(config_, "one~czE")->path, "s1");
  EXPECT_EQ(find_session(config_, "s1")->path, "s1");
  auto const twice = find_session(config_, "twice");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().fault, Fault::exists);
  EXPECT_THAT(twice.error().message, HasSubstr("one~dHdpY2U, two~dHdpY2U"));
}

TEST_F(FoundSession, IsNeverAPath) {
  for (auto const* id :
       {"", ".", "..", "one~", "one~Li4", "one~Li4vdHdv", "../two/twice", "one~czE=", "one~czE ", "~czE"})
    EXPECT_EQ(find_session(config_, id).error().fault, Fault::missing) << id;
}

} // namespace
} // namespace artifactd
