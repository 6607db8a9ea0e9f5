// Sessions that appear, move and disappear, at any time and in any way.
#include "tests/daemon/watching.hpp"
#include "tests/support/mounted.hpp"

#include <algorithm>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/mount.h>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

using SessionsTest = test::Watching;

TEST_F(SessionsTest, WhatWasDroppedBeforeTheStartIsSettledOnce) {
  shell("mkdir a b c; touch a/x.kg.lock a/y.kg.lock b/x.kg.lock");
  start();
  catch_up();
  EXPECT_EQ(runs("a"), 1);
  EXPECT_EQ(runs("b"), 1);
  EXPECT_EQ(runs("c"), 0);
}

TEST_F(SessionsTest, TellsHowFarTheFirstLookIs) {
  shell("mkdir a b c");
  std::vector<Progress> told;
  start({}, [&](Progress const& progress) { told.push_back(progress); });
  auto const directories = told.size();
  ASSERT_GE(directories, 3U);
  EXPECT_EQ(told.back(), (Progress{"looking into " + root_, directories - 1, directories}));
  shell("mkdir d");
  catch_up();
  EXPECT_EQ(told.size(), directories) << "nobody waits for later looks";
}

TEST_F(SessionsTest, LeftoversAreReconciledAtTheStartWithoutAnySignal) {
  shell("mkdir -p work/.artifactd/work mutex/.kg-merge.lock clean/.artifactd/work; touch "
        "work/.artifactd/work/t");
  start();
  catch_up();
  EXPECT_EQ(runs("work"), 1);
  EXPECT_EQ(runs("mutex"), 1);
  EXPECT_EQ(runs("clean"), 0);
}

TEST_F(SessionsTest, ASignalRightAfterMkdirIsNeverMissedNorDoubled) {
  constexpr int count = 1'000;
  start();
  int made = 0;
  Loop::Timer maker(*loop_, [&] {
    auto path = root_ + "/s" + std::to_string(made++);
    ::mkdir(path.c_str(), 0700);
    ::close(::open((path + "/a.kg.lock").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    if (made < count) maker.arm(Monotonic::now());
  });
  maker.arm(Monotonic::now());
  run_until([&] { return made == count; });
  catch_up();
  for (int i = 0; i < count; ++i)
    EXPECT_EQ(runs("s" + std::to_string(i)), 1) << i;
}

TEST_F(SessionsTest, SessionsAreFoundHoweverTheirParentsAppear) {
  fs::create_directories(root_ + "/cookies/deep"); // so that catch_up() finds a session at this depth too
  auto options = quiet(2);
  options.roots.push_back({dir_ / "shallow", 1});
  fs::create_directories(dir_ / "shallow");
  start(options);
  shell("mkdir -p p/s/inner q && touch p/s/a.kg.lock p/a.kg.lock p/s/inner/a.kg.lock && mkdir q/s && touch "
        "q/s/a.kg.lock");
  run_until([&] { return runs("p/s") > 0 && runs("q/s") > 0; });
  EXPECT_FALSE(present("p/s/a.kg.lock"));
  EXPECT_TRUE(present("p/a.kg.lock"));
  EXPECT_TRUE(present("p/s/inner/a.kg.lock"));
  shell("mkdir -p ../t/one ../t/two && touch ../t/one/a.kg.lock ../t/two/a.kg.lock && mv ../t t");
  run_until([&] { return runs("t/one") > 0 && runs("t/two") > 0; });
  drop("t/one", "later");
  run_until([&] { return runs("t/one") == 2; });
  EXPECT_FALSE(present("t/one/later.kg.lock"));
  EXPECT_EQ(runs("p"), 0);
}

TEST_F(SessionsTest, ARenamedSessionIsServedUnderItsNewNameOnly) {
  shell("mkdir old");
  start();
  shell("mv old new");
  catch_up();
  drop("new");
  catch_up();
  EXPECT_EQ(runs("new"), 1);
  EXPECT_EQ(runs("old"), 0);
  shell("mv new ../away; touch ../away/a.kg.lock");
  catch_up();
  EXPECT_EQ(sessions_->status().roots[0].sessions, 1U);
  EXPECT_EQ(sessions_->status().roots[0].watches, 2U);
  shell("mv ../away back");
  catch_up();
  EXPECT_EQ(runs("back"), 1);
}

TEST_F(SessionsTest, SessionsThatChangePlacesKeepBeingWatched) {
  shell("mkdir one two");
  start();
  for (int round = 0; round < 10; ++round) {
    ASSERT_EQ(
        ::renameat2(AT_FDCWD, (root_ + "/one").c_str(), AT_FDCWD, (root_ + "/two").c_str(), RENAME_EXCHANGE),
        0);
    catch_up();
    forget_runs();
    drop("one");
    drop("two");
    catch_up();
    ASSERT_EQ(runs("one"), 1);
    ASSERT_EQ(runs("two"), 1);
  }
  EXPECT_EQ(sessions_->status().roots[0].polled, 0U);
}

TEST_F(SessionsTest, ASessionRemovedAndMadeAgainIsWatchedAgain) {
  start();
  for (int round = 0; round < 50; ++round) {
    shell("rm -rf s; mkdir s");
    if (round % 2 == 0) catch_up();
    forget_runs();
    drop("s");
    catch_up();
    ASSERT_EQ(runs("s"), 1) << round;
  }
  shell("rmdir s");
  catch_up();
  EXPECT_EQ(sessions_->status().roots[0].sessions, 1U);
}

TEST_F(SessionsTest, LinksAndHiddenNamesAreNoSessions) {
  shell("mkdir ../outside .hidden; touch ../outside/a.kg.lock .hidden/a.kg.lock; ln -s ../outside before");
  start();
  shell("ln -s ../outside after; mkdir .later; touch .later/a.kg.lock; mkdir was; mv was ../was; ln -s "
        "../outside was");
  catch_up();
  EXPECT_EQ(sessions_->status().roots[0].sessions, 1U);
  EXPECT_TRUE(fs::exists(dir_ / "outside/a.kg.lock"));
  EXPECT_TRUE(present(".hidden/a.kg.lock"));
}

TEST_F(SessionsTest, HostileNamesOfSessionsAreJustNames) {
  std::vector<std::string> const names = {"new\nline", "\xff\xfe", std::string(255, 'x'), "a b", "*",
                                          "-rf",       "$(id)"};
  fs::create_directory(root_ + "/" + names[0]);
  start();
  for (auto const& name : names) {
    fs::create_directory(root_ + "/" + name);
    dir_.write("root/" + name + "/a.kg.lock", "");
  }
  catch_up();
  for (auto const& name : names)
    EXPECT_EQ(runs(name), 1) << printable(name);
}

TEST_F(SessionsTest, ARootCanBeTheSession) {
  start(quiet(0));
  dir_.write("root/a.kg.lock", "");
  run_until([&] { return runs("") == 1; });
  EXPECT_FALSE(present("a.kg.lock"));
}

TEST_F(SessionsTest, AnAbsentRootIsAwaitedAndSaidToBe) {
  auto options = quiet();
  options.roots.push_back({dir_ / "later", 1});
  options.audit_interval = 20ms;
  start(options);
  EXPECT_EQ(sessions_->status().roots[1].state, RootState::absent);
  ASSERT_EQ(sessions_->status().troubles.size(), 1U);
  EXPECT_NE(sessions_->status().troubles[0].find("later"), std::string::npos);
  dir_.write("later/s/a.kg.lock", "");
  run_until([&] { return runs("s") == 1; });
  EXPECT_EQ(sessions_->status().roots[1].state, RootState::watching);
  EXPECT_TRUE(sessions_->status().troubles.empty());
}

TEST_F(SessionsTest, ARootRemovedAndMadeAgainIsEstablishedAgain) {
  auto options = quiet();
  options.roots.push_back({dir_ / "other", 1});
  options.audit_interval = 20ms;
  dir_.write("other/s/file", "");
  start(options);
  for (int round = 1; round <= 5; ++round) {
    fs::remove_all(dir_ / "other");
    if (round % 2 == 0) run_until([&] { return sessions_->status().roots[1].state == RootState::absent; });
    dir_.write("other/s/a.kg.lock", "");
    run_until([&] { return runs("s") == round; });
    run_until([&] { return sessions_->status().roots[1].watches == 2; });
  }
}

TEST_F(SessionsTest, ARootThatIsALinkFollowsItWhereverItPoints) {
  fs::create_directories(dir_ / "first/s");
  fs::create_directories(dir_ / "second/s");
  fs::create_directory_symlink("first", dir_ / "link");
  auto options = quiet();
  options.roots.push_back({dir_ / "link", 1});
  options.audit_interval = 20ms;
  start(options);
  dir_.write("first/s/a.kg.lock", "");
  run_until([&] { return runs("s") == 1; });
  fs::remove(dir_ / "link");
  fs::create_directory_symlink("second", dir_ / "link");
  dir_.write("second/s/a.kg.lock", "");
  run_until([&] { return runs("s") == 2; });
  EXPECT_FALSE(fs::exists(dir_ / "second/s/a.kg.lock"));
}

TEST_F(SessionsTest, ARootCanBeMountedAndUnmountedWhileItIsWatched) {
  auto place = dir_ / "mount";
  fs::create_directories(place / "s");
  if (::mount("none", place.c_str(), "tmpfs", 0, "size=1m") != 0) GTEST_SKIP() << "needs the right to mount";
  fs::create_directory(place / "s");
  auto options = quiet();
  options.roots.push_back({place, 1});
  options.audit_interval = 20ms;
  start(options);
  dir_.write("mount/s/a.kg.lock", "");
  run_until([&] { return runs("s") == 1; });
  run_until([&] { return work_->counters().running == 0; });
  ASSERT_EQ(::umount(place.c_str()), 0) << "watching must not keep a file system busy";
  dir_.write("mount/s/a.kg.lock", "");
  run_until([&] { return runs("s") == 2; });
  ASSERT_EQ(::mount("none", place.c_str(), "tmpfs", 0, "size=1m"), 0);
  dir_.write("mount/s/a.kg.lock", "");
  run_until([&] { return runs("s") == 3; });
  EXPECT_EQ(sessions_->status().roots[1].watches, 2U);
  run_until([&] { return work_->counters().running == 0; });
  EXPECT_EQ(::umount(place.c_str()), 0);
}

TEST_F(SessionsTest, AMountOverASessionIsATroubleUntilItIsUnmounted) {
  shell("mkdir s");
  auto options = quiet();
  options.audit_interval = 20ms;
  start(options);
  {
    test::Mounted const session(root_ + "/s");
    if (!session) GTEST_SKIP() << "needs the right to mount";
    drop("s", "hidden");
    run_until([&] { return !sessions_->status().troubles.empty(); });
    EXPECT_THAT(sessions_->status().troubles.front(),
                testing::HasSubstr("s: it is on another mount than its root; mount it outside the root"));
    EXPECT_EQ(sessions_->status().roots[0].watches, 2U) << "of the root and the cookies";
  }
  drop("s", "seen");
  run_until([&] { return runs("s") == 1; });
  EXPECT_TRUE(sessions_->status().troubles.empty());
}

TEST_F(SessionsTest, ReloadingKeepsWhatStaysAndChangesTheRest) {
  fs::create_directories(dir_ / "leaving/gone");
  auto options = quiet();
  options.roots.push_back({dir_ / "leaving", 1});
  start(options);
  dir_.write("joining/new/a.kg.lock", "");
  shell("mkdir s; touch s/a.kg.lock");
  sessions_->reload({{dir_ / "joining", 1}, {root_, 1}}, 1h);
  dir_.write("leaving/gone/a.kg.lock", "");
  catch_up();
  EXPECT_EQ(runs("new"), 1);
  EXPECT_EQ(runs("s"), 1);
  EXPECT_EQ(runs("gone"), 0);
  EXPECT_EQ(sessions_->status().roots.size(), 2U);
}

TEST_F(SessionsTest, TwoRootsThatAreOneDirectoryDoNotFightForItsWatch) {
  fs::create_directory_symlink("root", dir_ / "alias");
  auto options = quiet();
  options.roots.push_back({dir_ / "alias", 1});
  options.audit_interval = 5ms;
  signals_ = test::Signals::left;
  shell("mkdir s");
  start(options);
  drop("s");
  run_until([&] { return runs("s") == 2; }); // one for each root
  auto audits = sessions_->status().audits;
  run_until([&] { return sessions_->status().audits > audits + 20; });
  EXPECT_EQ(runs("s"), 2) << "an audit without changes gives no runs";
}

} // namespace
} // namespace artifactd
