#include "state/session/session.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;

TEST(Session, ResolvesItsPathOnce) {
  test::ScratchDir dir;
  fs::create_directory(dir / "real");
  fs::create_directory_symlink("real", dir / "latest");
  auto session = must(Session::open((dir / "latest").string()));
  EXPECT_EQ(session.shown(), fs::canonical(dir / "real").string());
  EXPECT_EQ(fault(Session::open((dir / "nothing").string())), "missing");
}

TEST(Session, ThatIsMovedIsStillReachedAndItsOldPathIsNot) {
  test::ScratchDir dir;
  fs::create_directory(dir / "s");
  auto session = must(Session::open((dir / "s").string()));
  fs::rename(dir / "s", dir / "moved");
  fs::create_directory(dir / "s");
  must(session.private_directory(layout::work));
  EXPECT_TRUE(fs::exists(dir / "moved/.artifactd/work"));
  EXPECT_TRUE(fs::is_empty(dir / "s"));
}

TEST(Session, KeepsDirectoriesOpenAsLongAsItIsClaimed) {
  test::SessionDir dir;
  auto const& session = dir.session();
  EXPECT_EQ(fault(session.existing_directory(layout::work)), "missing");
  {
    auto const claim = must(Claim::take(session));
    auto const kept = must(session.kept_directory(layout::work)).get();
    EXPECT_EQ(must(session.kept_directory(layout::work)).get(), kept);
    EXPECT_EQ(must(session.existing_directory(layout::work)).get(), kept);
    fs::rename(dir / layout::work, dir / "moved");
    EXPECT_TRUE(same_file(must(stamp_of(kept)), dir.stamp("moved")));
  }
  EXPECT_EQ(fault(session.existing_directory(layout::work)), "missing");
}

class PrivateDirectoryTest : public testing::Test {
protected:
  [[nodiscard]] Result<UniqueFd> open() const { return dir_.session().private_directory(layout::work); }
  test::SessionDir dir_;
};

TEST_F(PrivateDirectoryTest, IsMadeWithTheSessionsMode) {
  fs::permissions(dir_.path(), fs::perms(02770));
  auto session = must(Session::open(dir_.path().string()));
  must(session.private_directory(layout::generations));
  for (auto const* made : {".artifactd", ".artifactd/generations"})
    EXPECT_EQ(dir_.stamp(made).mode & 07777, 02770U) << made;
}

TEST_F(PrivateDirectoryTest, IsNeverSticky) {
  fs::permissions(dir_.path(), fs::perms(01777));
  auto session = must(Session::open(dir_.path().string()));
  must(session.private_directory(layout::work));
  for (auto const* made : {".artifactd", ".artifactd/work"})
    EXPECT_EQ(dir_.stamp(made).mode & 07777, 0777U) << made;
}

TEST_F(PrivateDirectoryTest, IsMadeWithTheSessionsGroup) {
  if (::geteuid() != 0) GTEST_SKIP() << "giving a group away needs root";
  ASSERT_EQ(::chown(dir_.path().c_str(), static_cast<uid_t>(-1), 4242), 0);
  auto session = must(Session::open(dir_.path().string()));
  must(session.private_directory(layout::work));
  EXPECT_EQ(dir_.stamp(".artifactd").group, 4242U);
  EXPECT_EQ(dir_.stamp(".artifactd/work").group, 4242U);
}

TEST_F(PrivateDirectoryTest, IsTheSameTheSecondTime) {
  must(open());
  auto made = dir_.stamp(".artifactd/work");
  must(open());
  EXPECT_TRUE(same_file(made, dir_.stamp(".artifactd/work")));
}

TEST_F(PrivateDirectoryTest, ALinkInItsPlaceIsNotFollowed) {
  fs::create_directory(dir_ / "elsewhere");
  fs::create_directory_symlink("elsewhere", dir_ / ".artifactd");
  EXPECT_EQ(fault(open()), "unsafe");
  fs::remove(dir_ / ".artifactd");
  fs::create_directory(dir_ / ".artifactd");
  fs::create_directory_symlink("../elsewhere", dir_ / ".artifactd/work");
  EXPECT_EQ(fault(open()), "unsafe");
  EXPECT_TRUE(fs::is_empty(dir_ / "elsewhere"));
}

TEST_F(PrivateDirectoryTest, AFileInItsPlaceIsUnsafe) {
  dir_.write(".artifactd", "");
  EXPECT_EQ(fault(open()), "unsafe");
  fs::remove(dir_ / ".artifactd");
  dir_.write(".artifactd/work", "");
  EXPECT_EQ(fault(open()), "unsafe");
  EXPECT_TRUE(fs::is_regular_file(dir_ / ".artifactd/work"));
}

TEST(Layout, PutsEveryNameInItsPlace) {
  auto signal = test::kg("synthesis-agent");
  EXPECT_EQ(layout::signal(signal), "synthesis-agent.kg.lock");
  EXPECT_EQ(layout::refused(signal), "synthesis-agent.kg.lock.error");
  EXPECT_EQ(layout::instructions(signal), "synthesis-agent.retry-instructions.json");
  EXPECT_EQ(layout::artifacts_of(signal.name), "artifacts/synthesis-agent");
  EXPECT_EQ(layout::values_of(signal.name), ".artifactd/values/synthesis-agent.log");
  EXPECT_EQ(layout::attempts_of(signal), ".artifactd/attempts/synthesis-agent.kg.json");
}

} // namespace
} // namespace artifactd
