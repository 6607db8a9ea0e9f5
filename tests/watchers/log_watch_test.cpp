#include "tests/support/scratch_dir.hpp"
#include "watchers/log_watch.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

using namespace artifactd;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

namespace fs = std::filesystem;

class LogWatches : public testing::Test {
protected:
  void play(std::string const& id) const {
    fs::create_directories(plays_ / id);
    append(id);
  }
  void append(std::string const& id) const { std::ofstream(plays_ / id / "log", std::ios::app) << "x\n"; }
  LogWatch::Watched watch(std::vector<std::string> const& ids) {
    auto const directory = open_trusted_directory(plays_.string());
    return watch_.watch(key_, directory->get(), ids, "log");
  }

  test::ScratchDir scratch_;
  fs::path plays_ = scratch_ / "play";
  SessionKey key_{"/root", "s"};
  LogWatch watch_;
};

TEST_F(LogWatches, TellWhichLogsGrew) {
  play("a");
  play("b");
  play("c");
  auto const watched = watch({"a", "b"});
  EXPECT_TRUE(watched.all);
  EXPECT_TRUE(watched.fresh);
  EXPECT_FALSE(watch({"a", "b"}).fresh);
  EXPECT_THAT(watch_.read(), IsEmpty());
  for (int i = 0; i < 1'000; ++i)
    append("a");
  append("c"); // not watched
  auto const touched = watch_.read();
  ASSERT_EQ(touched.size(), 1U);
  EXPECT_FALSE(touched.at(key_).all);
  EXPECT_THAT(touched.at(key_).plays, ElementsAre("a"));
}

TEST_F(LogWatches, TellThatPlaysCameOrWent) {
  play("a");
  watch({"a"});
  play("b");
  EXPECT_TRUE(watch_.read().at(key_).all);
  EXPECT_TRUE(watch({"a", "b"}).fresh);
  fs::remove_all(plays_ / "a");
  EXPECT_TRUE(watch_.read().at(key_).all);
  fs::remove_all(plays_);
  EXPECT_TRUE(watch_.read().at(key_).all);
  EXPECT_EQ(watch_.watches(), 0U) << "the kernel removed them";
}

TEST_F(LogWatches, LetGoOfWhatIsWatchedNoLonger) {
  play("a");
  play("b");
  watch({"a", "b"});
  EXPECT_EQ(watch_.watches(), 3U);
  watch({"b"});
  EXPECT_EQ(watch_.watches(), 2U);
  append("a");
  EXPECT_THAT(watch_.read(), IsEmpty());
  watch_.forget(key_);
  EXPECT_EQ(watch_.watches(), 0U);
}

TEST_F(LogWatches, FollowNoLinks) {
  fs::create_directories(plays_ / "a");
  fs::create_symlink("/etc/hostname", plays_ / "a/log");
  EXPECT_TRUE(watch({"a"}).all);
  EXPECT_EQ(watch_.watches(), 1U) << "the directory alone";
}

} // namespace
