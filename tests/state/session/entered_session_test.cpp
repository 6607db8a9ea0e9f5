#include "state/session/atomic_file.hpp"
#include "state/session/entered_session.hpp"
#include "tests/support/kinds.hpp"
#include "tests/support/session_dir.hpp"

#include <fcntl.h>
#include <future>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr uid_t agents_user = 4001; ///< need not exist

class EnteredSessionTest : public testing::Test {
protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can act for others";
    fs::create_directory(dir_ / "s");
    place_ = UniqueFd(::open((dir_ / "s").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  void give(std::string const& name, uid_t user = agents_user) const {
    ASSERT_EQ(::lchown((dir_ / name).c_str(), user, user), 0);
  }
  [[nodiscard]] Result<EnteredSession> enter() const {
    return enter_session(place_.get(), "s", test::kinds());
  }
  [[nodiscard]] std::string why_not() const {
    auto entered = enter();
    return entered ? "entered" : entered.error().message;
  }

  test::ScratchDir dir_;
  UniqueFd place_;
};

TEST_F(EnteredSessionTest, WhatIsMadeThereIsTheOwners) {
  give("s");
  {
    auto const entered = must(enter());
    must(replace_file(entered.session, "f", "text"));
  }
  auto const stamp = must(stamp_at(place_.get(), "f"));
  EXPECT_EQ(stamp.owner, agents_user);
  EXPECT_EQ(stamp.group, agents_user);
}

TEST_F(EnteredSessionTest, WhatTheOwnerCannotReadIsNotRead) {
  give("s");
  dir_.write("s/secret", "root's");
  fs::permissions(dir_ / "s/secret", fs::perms(0600));
  auto const entered = must(enter());
  EXPECT_EQ(fault(read_file(entered.session.directory(), "secret", 100)), "denied");
}

TEST_F(EnteredSessionTest, WhatTheOwnerCannotGiveAwayStays) {
  give("s");
  dir_.write("s/theirs", "");
  give("s/theirs", 5005);
  auto const entered = must(enter());
  auto const file = must(open_beneath(entered.session.directory(), "theirs", O_RDONLY));
  EXPECT_NE(::fchown(file.get(), agents_user, agents_user), 0);
  EXPECT_NE(::fchmod(file.get(), 0666), 0);
}

TEST_F(EnteredSessionTest, LeavingItBringsOneselfBackWhole) {
  give("s");
  {
    auto const entered = must(enter());
  }
  dir_.write("mine", "");
  EXPECT_EQ(must(stamp_at(AT_FDCWD, (dir_ / "mine").string())).owner, 0U);
  EXPECT_EQ(::chown((dir_ / "mine").c_str(), 5005, 5005), 0);
}

TEST_F(EnteredSessionTest, OneselfIsStillThereForOnesOwnWork) {
  give("s");
  auto const entered = must(enter());
  auto const mine = dir_ / "mine"; // in a directory that only root may enter
  EXPECT_FALSE(UniqueFd(::open(mine.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)));
  as_self([&] { EXPECT_TRUE(UniqueFd(::open(mine.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600))); });
}

TEST_F(EnteredSessionTest, OtherThreadsKeepTheirRights) {
  give("s");
  auto const other = [&] { return UniqueFd(::open(dir_.path().c_str(), O_RDONLY | O_CLOEXEC)).get() >= 0; };
  bool before = false;
  bool during = false;
  std::jthread worker;
  {
    std::promise<void> entered;
    std::promise<void> looked;
    worker = std::jthread([&] {
      before = other();
      entered.get_future().wait();
      during = other();
      looked.set_value();
    });
    auto const here = must(enter());
    EXPECT_FALSE(other());
    entered.set_value();
    looked.get_future().wait();
  }
  EXPECT_TRUE(before);
  EXPECT_TRUE(during);
}

TEST_F(EnteredSessionTest, TheSameSessionMayBeEnteredTwice) {
  give("s");
  auto const outer = must(enter());
  {
    auto const inner = must(enter());
  }
  EXPECT_EQ(fault(open_trusted_directory(dir_.path().string())), "denied") << "still the owner";
}

TEST_F(EnteredSessionTest, RootsOwnIsServedWhereNobodyElseWrites) {
  dir_.write("s/artifacts/a/x.json", "{}");
  dir_.write("s/of-others", "no input of anything");
  give("s/of-others");
  EXPECT_EQ(why_not(), "entered");
}

class RootsSession : public EnteredSessionTest, public testing::WithParamInterface<std::string> {};

TEST_P(RootsSession, IsNotServedWhereOthersWrite) {
  dir_.write("s/artifacts/a/x.json", "{}");
  dir_.write("s/a.kg.lock", "");
  EXPECT_EQ(why_not(), "entered");
  auto const& name = GetParam();
  give("s" + name);
  ASSERT_EQ(::lchown((dir_ / ("s" + name)).c_str(), 0, agents_user), 0);
  fs::permissions(dir_ / ("s" + name), fs::perms::group_write, fs::perm_options::add);
  EXPECT_THAT(why_not(), HasSubstr("session.owner"));
  EXPECT_THAT(why_not(), HasSubstr("chown -R"));
  fs::permissions(dir_ / ("s" + name), fs::perms::group_write, fs::perm_options::remove);
  EXPECT_EQ(why_not(), "entered");
  if (name.empty()) return;
  give("s" + name);
  EXPECT_THAT(why_not(), HasSubstr("session.owner")) << "it belongs to somebody else";
}
INSTANTIATE_TEST_SUITE_P(all, RootsSession,
                         testing::Values("", "/artifacts", "/artifacts/a", "/artifacts/a/x.json",
                                         "/a.kg.lock"));

TEST_F(EnteredSessionTest, OfAnUnknownOwnerIsNotServed) {
  give("s", 65534);
  EXPECT_THAT(why_not(), HasSubstr("session.owner: s belongs to user 65534, which stands for all users"));
}

TEST_F(EnteredSessionTest, ThatItsOwnerMayNotLookIntoNamesTheCommandThatHelps) {
  give("s");
  fs::permissions(dir_ / "s", fs::perms::none);
  EXPECT_EQ(why_not(), "session.denied: user 4001 may not look into s. Its owner must run: chmod u+rwx s");
}

TEST_F(EnteredSessionTest, WhatRootKeptThereIsPutAside) {
  dir_.write("s/.artifactd/attempts/a.kg.json", "{}");
  give("s");
  {
    auto const entered = must(enter());
    must(entered.session.private_directory(".artifactd/work"));
    EXPECT_THAT(must(former_homes(entered.session)), ElementsAre(".artifactd.former-1"));
  }
  EXPECT_EQ(must(stamp_at(place_.get(), ".artifactd")).owner, agents_user);
  EXPECT_TRUE(fs::exists(dir_ / "s/.artifactd.former-1/attempts/a.kg.json"));
  fs::remove_all(dir_ / "s/.artifactd");
  dir_.write("s/.artifactd/again", "");
  auto const entered = must(enter());
  EXPECT_EQ(must(former_homes(entered.session)).size(), 2U);
}

TEST_F(EnteredSessionTest, TheOwnersOwnPrivateDirectoryStays) {
  dir_.write("s/.artifactd/attempts/a.kg.json", "{}");
  give("s/.artifactd");
  give("s");
  auto const entered = must(enter());
  EXPECT_TRUE(must(former_homes(entered.session)).empty());
}

} // namespace
} // namespace artifactd
