#include "state/platform/fd.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/change_set.hpp"
#include "tests/support/access_list.hpp"
#include "tests/support/last_instant.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;
using testing::ElementsAre;

class ChangeSetTest : public testing::Test {
protected:
  ChangeSetTest() {
    dir_.write("a.md", "a\n");
    dir_.write("sub/b.md", "b");
    dir_.write("gone.md", "gone\r\n");
    ::chmod((dir_ / "sub/b.md").c_str(), 0750);
    ::chmod((dir_ / "gone.md").c_str(), 0604);
  }

  static std::vector<FileEdit> edits() {
    return {{"a.md", "a\n", "A\n", 0640},
            {"sub/b.md", "b", "B", 0750},
            {"gone.md", "gone\r\n", std::nullopt, 0604},
            {"new/deep/c.md", std::nullopt, "c", 0644}};
  }
  Result<ChangeSet> carry_out() {
    return ChangeSet::carry_out(must(open_trusted_directory(dir_.path())).get(), {"owner", "about"}, edits());
  }
  /// Names with content, mode and inode, without the inodes of directories.
  std::map<std::string, std::string> all() const {
    std::map<std::string, std::string> found;
    for (auto const& entry : fs::recursive_directory_iterator(dir_.path())) {
      struct stat status{};
      ::lstat(entry.path().c_str(), &status);
      auto name = fs::relative(entry.path(), dir_.path()).string();
      found[name] = entry.is_directory() ? "directory"
                                         : dir_.read(name) + " " + std::to_string(status.st_mode) + " " +
                                               std::to_string(status.st_ino);
    }
    return found;
  }

  test::ScratchDir dir_;
};

TEST_F(ChangeSetTest, PutsAllInPlaceAndLeavesNothingBehind) {
  auto set = must(carry_out());
  EXPECT_EQ(dir_.read("a.md"), "A\n");
  EXPECT_EQ(dir_.read("sub/b.md"), "B");
  EXPECT_EQ(dir_.read("new/deep/c.md"), "c");
  EXPECT_FALSE(fs::exists(dir_ / "gone.md"));
  EXPECT_EQ(fs::status(dir_ / "a.md").permissions(), fs::perms(0640));
  must(set.keep());
  EXPECT_FALSE(fs::exists(dir_ / layout::change_room));
}

TEST_F(ChangeSetTest, KeepsAccessLists) {
  auto const list = test::list_of_readers();
  if (!test::give_list(dir_ / "sub/b.md", list)) GTEST_SKIP() << "no access lists here";
  must(carry_out());
  EXPECT_EQ(dir_.read("sub/b.md"), "B");
  EXPECT_EQ(test::list_on(dir_ / "sub/b.md"), list);
  EXPECT_EQ(test::list_on(dir_ / "a.md"), "");
}

TEST_F(ChangeSetTest, UndoneEverythingIsExactlyAsBefore) {
  auto before = all();
  auto set = must(carry_out());
  EXPECT_NE(all(), before);
  EXPECT_TRUE(must(set.undo()).empty());
  EXPECT_EQ(all(), before);
}

TEST_F(ChangeSetTest, ChangesNothingWhereOneFileIsAnother) {
  dir_.write("sub/b.md", "theirs");
  auto before = all();
  EXPECT_EQ(fault(carry_out()), "changed");
  EXPECT_EQ(all(), before);
  dir_.write("sub/b.md", "b");
  dir_.write("new/deep/c.md", "there already");
  before = all();
  EXPECT_EQ(fault(carry_out()), "changed");
  EXPECT_EQ(all(), before);
}

TEST_F(ChangeSetTest, LosesNothingThatIsWrittenInTheLastInstant) {
  for (auto const* file : {"a.md", "sub/b.md"}) {
    auto act = [&](test::RenameCall const& call) {
      if (call.to == fs::path(file).filename().string()) dir_.write(file, "in the last instant");
      return 0;
    };
    test::BeforeRename meddling(act);
    EXPECT_EQ(fault(carry_out()), "changed");
    EXPECT_EQ(dir_.read(file), "in the last instant");
    EXPECT_EQ(dir_.read("gone.md"), "gone\r\n");
    EXPECT_FALSE(fs::exists(dir_ / "new"));
    dir_.write("a.md", "a\n");
    dir_.write("sub/b.md", "b");
  }
}

TEST_F(ChangeSetTest, LeavesAloneWhatWasChangedSince) {
  auto set = must(carry_out());
  dir_.write("a.md", "mine now");
  dir_.write("gone.md", "back");
  EXPECT_THAT(must(set.undo()), testing::UnorderedElementsAre("a.md", "gone.md"));
  EXPECT_EQ(dir_.read("a.md"), "mine now");
  EXPECT_EQ(dir_.read("gone.md"), "back");
  EXPECT_EQ(dir_.read("sub/b.md"), "b");
}

TEST_F(ChangeSetTest, IsFoundAfterItsMakerDied) {
  auto before = all();
  {
    auto set = must(carry_out());
  } // as if killed: nothing was decided
  auto root = must(open_trusted_directory(dir_.path()));
  auto found = must(ChangeSet::find(root.get()));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->intent().owner, "owner");
  EXPECT_EQ(found->intent().about, "about");
  must(found->undo());
  EXPECT_EQ(all(), before);
  EXPECT_FALSE(must(ChangeSet::find(root.get())));
}

TEST_F(ChangeSetTest, IsNobodysBusinessWhileItsMakerLives) {
  auto set = must(carry_out());
  auto root = must(open_trusted_directory(dir_.path()));
  EXPECT_EQ(fault(ChangeSet::find(root.get())), "busy");
  EXPECT_EQ(fault(carry_out()), "exists");
  EXPECT_EQ(dir_.read("a.md"), "A\n");
}

TEST_F(ChangeSetTest, TakesNobodyElsesDirectoryForItsOwn) {
  dir_.write(layout::change_room + "/mine.txt", "mine");
  auto root = must(open_trusted_directory(dir_.path()));
  EXPECT_EQ(fault(ChangeSet::find(root.get())), "exists");
  EXPECT_EQ(fault(carry_out()), "exists");
  EXPECT_EQ(dir_.read(layout::change_room + "/mine.txt"), "mine");
}

TEST_F(ChangeSetTest, FollowsNoLinkAndStaysBelowItsRoot) {
  test::ScratchDir elsewhere;
  elsewhere.write("x.md", "x");
  fs::create_directory_symlink(elsewhere.path(), dir_ / "linked");
  fs::create_symlink(elsewhere / "x.md", dir_ / "link.md");
  auto root = must(open_trusted_directory(dir_.path()));
  for (auto const* path : {"linked/x.md", "link.md", "../x.md", "/etc/hostname", "sub/../../x.md"}) {
    std::vector<FileEdit> const hostile = {{"a.md", "a\n", "A\n", 0644}, {path, "x", "y", 0644}};
    EXPECT_FALSE(ChangeSet::carry_out(root.get(), {"owner", "about"}, hostile)) << path;
    std::vector<FileEdit> const made = {{"a.md", "a\n", "A\n", 0644}, {path, std::nullopt, "y", 0644}};
    EXPECT_FALSE(ChangeSet::carry_out(root.get(), {"owner", "about"}, made)) << path;
    EXPECT_EQ(dir_.read("a.md"), "a\n");
    EXPECT_FALSE(fs::exists(dir_ / layout::change_room));
  }
  EXPECT_EQ(elsewhere.read("x.md"), "x");
  EXPECT_TRUE(fs::is_symlink(dir_ / "link.md"));
}

} // namespace
} // namespace artifactd
