#include "state/journal/journal.hpp"
#include "state/platform/private_directory.hpp"
#include "tests/support/session_dir.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;
using test::ScratchDir;

/// With the usual umask, whatever that of the tests is.
class PrivateDirectory : public testing::Test {
protected:
  PrivateDirectory() : umask_(::umask(022)) {}
  ~PrivateDirectory() override { ::umask(umask_); }

  [[nodiscard]] unsigned mode(std::string const& path) const {
    return static_cast<unsigned>(fs::status(dir_ / path).permissions());
  }

  ScratchDir dir_;
  mode_t umask_;
};

TEST_F(PrivateDirectory, IsMadeForItsOwnerAlone) {
  must(make_private_directory((dir_ / "a/b/state").string()));
  EXPECT_EQ(mode("a/b/state"), 0700U);
  EXPECT_EQ(mode("a/b"), 0755U);
  must(make_private_directory((dir_ / "run").string(), for_passing));
  EXPECT_EQ(mode("run"), 0711U);
}

TEST_F(PrivateDirectory, WhatRootMakesInItBelongsToItsOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root";
  auto const path = (dir_ / "state/file").string();
  must(make_private_directory((dir_ / "state").string()));
  must(check_private_owner(path));
  ASSERT_EQ(::chown((dir_ / "state").c_str(), 1234, 2345), 0);
  must(make_private_file(path));
  struct stat status{};
  ASSERT_EQ(::lstat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 1234U);
  EXPECT_EQ(status.st_gid, 2345U);
  EXPECT_EQ(mode("state/file"), 0600U);
  EXPECT_EQ(create_private_file(path, O_WRONLY).error().code, EEXIST);
  must(check_private_owner(path));
  ASSERT_EQ(::chown(path.c_str(), 3456, 3456), 0);
  EXPECT_NE(check_private_owner(path).error().message.find("chown 1234:2345 -- " + path), std::string::npos);
}

TEST_F(PrivateDirectory, IsNarrowedWhereOthersMayLookIntoIt) {
  fs::create_directory(dir_ / "state");
  ::chmod((dir_ / "state").c_str(), 0775);
  must(make_private_directory((dir_ / "state").string()));
  EXPECT_EQ(mode("state"), 0711U) << "what stands below stays within reach";
}

TEST_F(PrivateDirectory, OfSomebodyElseIsRefusedWhereOthersMayWriteInIt) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make a directory of somebody else's";
  fs::create_directory(dir_ / "state");
  ::chown((dir_ / "state").c_str(), 4001, 4001);
  ::chmod((dir_ / "state").c_str(), 0777);
  EXPECT_EQ(fault(make_private_directory((dir_ / "state").string())), "unsafe");
}

TEST_F(PrivateDirectory, HoldsAJournalThatOnlyItsOwnerReads) {
  dir_.write("journal.db", ""); // made by a version that relied on the umask
  ::chmod((dir_ / "journal.db").c_str(), 0644);
  auto journal = must(Journal::open((dir_ / "journal.db").string(), {}));
  journal.append({.session = "/s", .event = "settled"});
  journal.flush();
  for (auto const* file : {"journal.db", "journal.db-wal", "journal.db-shm"})
    EXPECT_EQ(mode(file), 0600U) << file;
}

} // namespace
} // namespace artifactd
