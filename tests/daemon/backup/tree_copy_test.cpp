#include "daemon/backup/tree_copy.hpp"
#include "state/session/atomic_file.hpp"
#include "tests/support/scratch_dir.hpp"

#include <algorithm>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

namespace artifactd::backup {
namespace {

namespace fs = std::filesystem;
using Treatment = TreeRules::Treatment;

class CopiedTree : public testing::Test {
protected:
  static constexpr std::size_t large = std::size_t{3} << 20;

  void take(TreeRules const& rules = {}) {
    auto const directory = open_trusted_directory((scratch / "tree").string());
    auto const taken = copy.take(directory->get(), "root/s", rules);
    ASSERT_TRUE(taken) << taken.error().message;
  }
  std::string content(std::string const& path) {
    auto const found = std::ranges::find(copy.entries, "root/s/" + path,
                                         [](CopiedEntry const& each) { return each.entry.path; });
    if (found == copy.entries.end()) return "(missing)";
    std::string bytes(found->entry.size, '?');
    auto const source = found->source ? found->source.get() : copy.spool();
    EXPECT_EQ(::pread(source, bytes.data(), bytes.size(), static_cast<off_t>(found->offset)),
              static_cast<ssize_t>(bytes.size()));
    return bytes;
  }

  test::ScratchDir scratch;
  Staging staging = *Staging::beside((scratch / "archive").string());
  AccountNames names;
  TreeCopy copy{staging, names};
};

TEST_F(CopiedTree, HasSmallFilesAsTheyWereInTheFirstStep) {
  scratch.write("tree/small", "before");
  take();
  scratch.write("tree/small", "after!");
  fs::remove(scratch / "tree/small");
  ASSERT_TRUE(copy.finish());
  EXPECT_EQ(content("small"), "before");
}

TEST_F(CopiedTree, LeavesLargeFilesForTheSecondStepAndHasTheVersionThatWasOpened) {
  std::string const before(large, 'b');
  scratch.write("tree/graph", before);
  take();
  auto const found = std::ranges::find(copy.entries, "root/s/graph",
                                       [](CopiedEntry const& each) { return each.entry.path; });
  ASSERT_NE(found, copy.entries.end());
  EXPECT_TRUE(found->source) << "nothing of it is in the spool yet";
  scratch.write("new", std::string(large, 'a'));
  fs::rename(scratch / "new", scratch / "tree/graph");
  ASSERT_TRUE(copy.finish());
  EXPECT_EQ(content("graph"), before);
  EXPECT_THAT(copy.missing, testing::IsEmpty());
}

TEST_F(CopiedTree, HasLargeFilesOfTheLocksHolderFromTheFirstStep) {
  scratch.write("tree/log", std::string(large, 'b'));
  take({.treatment = [](std::string const&) { return Treatment::now; }});
  scratch.write("tree/log", std::string(large, 'a'));
  ASSERT_TRUE(copy.finish());
  EXPECT_EQ(content("log"), std::string(large, 'b'));
}

TEST_F(CopiedTree, KeepsHolesAndTheBytesAroundThem) {
  std::string sparse(large, '\0');
  sparse.front() = 'a';
  sparse[large / 2] = 'b';
  scratch.write("tree/sparse", sparse);
  scratch.write("tree/tail", std::string("x\0\0", 3));
  take();
  ASSERT_TRUE(copy.finish());
  EXPECT_EQ(content("sparse"), sparse);
  EXPECT_EQ(content("tail"), std::string("x\0\0", 3));
}

TEST_F(CopiedTree, HasNothingOfWhatTheRulesSkip) {
  scratch.write("tree/keep/x", "x");
  scratch.write("tree/empty/x", "x");
  scratch.write("tree/skip/x", "x");
  auto const secret = scratch.write("tree/keep/secret", "x");
  take({.treatment =
            [](std::string const& path) {
              return path == "skip"    ? Treatment::skip
                     : path == "empty" ? Treatment::not_inside
                                       : Treatment::usual;
            },
        .secrets = {*stamp_at(AT_FDCWD, secret.string())}});
  std::vector<std::string> paths;
  for (auto const& each : copy.entries)
    paths.push_back(each.entry.path);
  EXPECT_THAT(paths, testing::ElementsAre("root/s", "root/s/empty", "root/s/keep", "root/s/keep/x"));
  ASSERT_EQ(copy.left_out.size(), 1U);
  EXPECT_EQ(copy.left_out[0].path, "root/s/keep/secret");
}

TEST_F(CopiedTree, LeavesNothingBeside) {
  scratch.write("tree/small", "text");
  take();
  ASSERT_TRUE(copy.finish());
  auto const made = staging.new_path();
  UniqueFd const file(::open(made.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  ASSERT_TRUE(staging.publish(file.get(), made, (scratch / "archive").string()));
  {
    auto const ended = std::move(staging);
  }
  std::vector<std::string> left;
  for (auto const& entry : fs::directory_iterator(scratch.path()))
    left.push_back(entry.path().filename().string());
  EXPECT_THAT(left, testing::UnorderedElementsAre("archive", "tree"));
}

} // namespace
} // namespace artifactd::backup
