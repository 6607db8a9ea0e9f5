// The state directory of a daemon that is not root, and the commands of root in it.
#include "tests/e2e/site.hpp"
#include "tests/support/source_dir.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr uid_t daemons_user = 4001; ///< without an entry in the user database

class StateDirectory : public testing::Test {
protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "needs root";
    fs::create_directory(state_);
    fs::permissions(state_, fs::perms::owner_all);
    ASSERT_EQ(::chown(state_.c_str(), daemons_user, daemons_user), 0);
    fs::create_directories(site_.root() / "s");
  }
  [[nodiscard]] uid_t owner_of(std::string const& name) const {
    struct stat status{};
    return ::lstat((state_ / name).c_str(), &status) == 0 ? status.st_uid : static_cast<uid_t>(-1);
  }

  Site site_;
  fs::path state_ = site_.path() / "state";
};

TEST_F(StateDirectory, WhatRootMakesBelongsToTheDaemonsUser) {
  EXPECT_EQ(site_.artifactctl({"turn", "import", source_dir() + "/examples/turns/last-stop"}).exit, 0);
  EXPECT_EQ(site_.artifactctl({"web", "token", "add", "t"}).exit, 0);
  for (auto const* name : {"turns.db", "web-tokens.json", "web-tokens.json.lock"})
    EXPECT_EQ(owner_of(name), daemons_user) << name;
  EXPECT_EQ(site_.artifactctl({"turn", "list", "characters"}).exit, 0) << "root may go on with it";
  for (auto const& each : fs::directory_iterator(state_))
    EXPECT_EQ(owner_of(each.path().filename()), daemons_user) << each.path();
  EXPECT_THAT(site_.artifactctl({"doctor"}).out, Not(HasSubstr("chown")));
}

TEST_F(StateDirectory, AQuestionMakesNothing) {
  auto const s = (site_.root() / "s").string();
  EXPECT_EQ(site_.artifactctl({"report", "list", s}).exit, 0);
  EXPECT_EQ(site_.artifactctl({"report", "wishes", s}).exit, 0);
  EXPECT_EQ(site_.artifactctl({"turn", "list", "stories"}).exit, 0);
  EXPECT_EQ(site_.artifactctl({"turn", "log", s}).exit, 3);
  EXPECT_TRUE(fs::is_empty(state_)) << fs::directory_iterator(state_)->path();
}

TEST_F(StateDirectory, WhatDoesNotBelongToItsUserIsNamedWithTheCommand) {
  ASSERT_EQ(site_.artifactctl({"web", "token", "add", "t"}).exit, 0);
  ASSERT_EQ(::chown((state_ / "web-tokens.json").c_str(), 0, 0), 0);
  auto const told = site_.artifactctl({"doctor"}).out;
  EXPECT_THAT(told, HasSubstr("web-tokens.json belongs to user 0, and the directory to user 4001"));
  EXPECT_THAT(told, HasSubstr("chown 4001:4001 -- " + (state_ / "web-tokens.json").string()));
}

} // namespace
} // namespace artifactd::test
