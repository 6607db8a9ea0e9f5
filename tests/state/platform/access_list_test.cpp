#include "state/platform/access_list.hpp"
#include "state/platform/fd.hpp"
#include "tests/support/access_list.hpp"
#include "tests/support/scratch_dir.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

class AccessListTest : public testing::Test {
protected:
  void copy(std::string const& from, std::string_view to) const {
    UniqueFd const directory(::open(dir_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    UniqueFd const file(::open((dir_ / to).c_str(), O_RDWR | O_CLOEXEC));
    auto const copied = copy_access_list(directory.get(), from, file.get());
    EXPECT_TRUE(copied) << copied.error().message;
  }

  test::ScratchDir dir_;
};

TEST_F(AccessListTest, IsCopiedWhateverItsLength) {
  for (auto const users : {1U, 20U, 60U}) {
    auto const list = test::list_of_readers(users);
    if (!test::give_list(dir_.write("old", ""), list)) GTEST_SKIP() << "no access lists here";
    dir_.write("new", "");
    copy("old", "new");
    EXPECT_EQ(test::list_on(dir_ / "new"), list) << users;
  }
}

TEST_F(AccessListTest, OfANewFileGoesIfTheOldOneHasNone) {
  dir_.write("old", "");
  if (!test::give_list(dir_.write("new", ""), test::list_of_readers()))
    GTEST_SKIP() << "no access lists here";
  copy("old", "new");
  EXPECT_EQ(test::list_on(dir_ / "new"), "");
}

TEST_F(AccessListTest, OfAMissingFileIsNone) {
  dir_.write("new", "");
  copy("old", "new");
  EXPECT_EQ(test::list_on(dir_ / "new"), "");
}

} // namespace
} // namespace artifactd
