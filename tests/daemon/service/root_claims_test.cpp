#include "daemon/service/root_claims.hpp"
#include "tests/support/scratch_dir.hpp"

#include <fcntl.h>
#include <filesystem>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace artifactd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = std::filesystem;

class RootClaimsTest : public testing::Test {
protected:
  RootClaimsTest() {
    fs::create_directories(dir_ / "memory");
    fs::create_directories(dir_ / "root/deep/.hidden");
  }

  [[nodiscard]] std::string place() const { return dir_ / "memory"; }
  [[nodiscard]] ServedRoot served(std::string const& path, unsigned depth = 1) const {
    return {dir_ / path, depth};
  }
  [[nodiscard]] long files() const {
    return std::distance(fs::directory_iterator(dir_ / "memory"), fs::directory_iterator());
  }

  test::ScratchDir dir_;
};

TEST_F(RootClaimsTest, ASecondOneIsToldUntilTheFirstEnds) {
  auto first = std::make_unique<RootClaims>(place());
  first->renew({served("root")});
  RootClaims second(place());
  second.renew({served("root")});
  EXPECT_THAT(first->troubles(), IsEmpty());
  EXPECT_THAT(second.troubles(), ElementsAre(HasSubstr((dir_ / "root").string())));
  first.reset();
  second.renew({served("root")});
  EXPECT_THAT(second.troubles(), IsEmpty());
  EXPECT_EQ(files(), 1);
  second.renew({});
  EXPECT_EQ(files(), 0) << "nothing stays behind";
}

TEST_F(RootClaimsTest, RootsThatReachTheSameSessionsAreFound) {
  RootClaims above(place());
  above.renew({served("root", 2)});
  RootClaims below(place());
  below.renew({served("root/deep", 1)});
  EXPECT_THAT(below.troubles(), ElementsAre(HasSubstr("root/deep")));
  below.renew({served("root/deep", 2), served("root", 1)});
  EXPECT_THAT(below.troubles(), IsEmpty()) << "other depths have other sessions";
  above.renew({served("root", 3)});
  below.renew({served("root/deep/.hidden", 1)});
  EXPECT_THAT(below.troubles(), IsEmpty()) << "no session is below a hidden directory";
}

TEST_F(RootClaimsTest, RootsOfOneDaemonMayOverlap) {
  RootClaims one(place());
  fs::create_directory_symlink("root", dir_ / "link");
  for (int i = 0; i < 2; ++i) {
    one.renew({served("root", 2), served("root/deep", 1), served("link", 2)});
    EXPECT_THAT(one.troubles(), IsEmpty());
  }
}

TEST_F(RootClaimsTest, ASessionThatIsARootCanStillBeClaimed) {
  RootClaims one(place());
  one.renew({served("root")});
  UniqueFd const session(::open((dir_ / "root").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  EXPECT_EQ(::flock(session.get(), LOCK_EX | LOCK_NB), 0);
  RootClaims other(place());
  other.renew({served("root/deep")});
  EXPECT_THAT(other.troubles(), IsEmpty());
}

TEST_F(RootClaimsTest, AFileThatWasRemovedIsMadeAgain) {
  RootClaims first(place());
  first.renew({served("root")});
  fs::remove_all(dir_ / "memory");
  fs::create_directory(dir_ / "memory");
  first.renew({served("root")});
  RootClaims second(place());
  second.renew({served("root")});
  EXPECT_EQ(second.troubles().size(), 1U);
}

TEST_F(RootClaimsTest, WhatIsInTheWayIsNoTrouble) {
  RootClaims one(dir_ / "absent");
  one.renew({served("root"), served("gone")});
  EXPECT_THAT(one.troubles(), IsEmpty());
  RootClaims namer(place());
  namer.renew({served("root")});
  auto const name = fs::directory_iterator(dir_ / "memory")->path();
  namer.renew({});
  ASSERT_EQ(::mkfifo(name.c_str(), 0666), 0);
  RootClaims other(place());
  other.renew({served("root")});
  EXPECT_THAT(other.troubles(), IsEmpty());
  fs::remove(name);
  fs::create_symlink("elsewhere", name);
  other.renew({served("root")});
  EXPECT_THAT(other.troubles(), IsEmpty());
  EXPECT_FALSE(fs::exists(dir_ / "memory/elsewhere"));
}

} // namespace
} // namespace artifactd
