// Artifacts and sessions that change while the daemon reads them: it merges only content that existed as a
// whole, and the last version always arrives.
#include "tests/e2e/running_daemon.hpp"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <gtest/gtest.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

std::string text_of(char letter) {
  return R"({"text": ")" + std::string(40'000, letter) + "\"}";
}

struct Rewriting {
  std::string name;
  std::function<void(fs::path const& file, std::string const& text)> write;
};

void overwrite(fs::path const& file, std::string const& text, int flags) {
  auto fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0644);
  for (std::size_t at = 0; at < text.size(); at += 4096) {
    auto part = std::string_view(text).substr(at, 4096);
    ASSERT_EQ(::pwrite(fd, part.data(), part.size(), static_cast<off_t>(at)), std::ssize(part));
  }
  ::close(fd);
}

std::vector<Rewriting> rewritings() {
  return {
      {"truncating_and_growing", [](auto const& file, auto const& text) { overwrite(file, text, O_TRUNC); }},
      {"in_place_at_the_same_size", [](auto const& file, auto const& text) { overwrite(file, text, 0); }},
      {"in_place_with_its_time_put_back",
       [](auto const& file, auto const& text) {
         struct stat before{};
         auto known = ::stat(file.c_str(), &before) == 0;
         overwrite(file, text, 0);
         timespec const times[2] = {before.st_atim, before.st_mtim};
         if (known) ::utimensat(AT_FDCWD, file.c_str(), times, 0);
       }},
      {"by_rename", [](auto const& file, auto const& text) {
         auto fresh = file;
         fresh += ".new";
         overwrite(fresh, text, O_TRUNC);
         fs::rename(fresh, file);
       }}};
}

class ChangingArtifact : public ::testing::TestWithParam<Rewriting> {};

/// The agent keeps writing after it has dropped its signal, and drops again when done.
TEST_P(ChangingArtifact, ArrivesWithItsLastContent) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  auto const file = session / "artifacts/a/x.json";
  fs::create_directories(file.parent_path());
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    GetParam().write(file, text_of(letter));
    if (letter % 3 == 0) session.drop("a");
  }
  session.drop("a");
  ASSERT_TRUE(eventually(
      [&] { return !session.pending("a") && session.graph_text().contains(std::string(40'000, 'z')); }));
}

INSTANTIATE_TEST_SUITE_P(rewriting, ChangingArtifact, ::testing::ValuesIn(rewritings()),
                         [](auto const& each) { return each.param.name; });

TEST(MappedArtifact, ThatChangesWithoutATraceDoesNoHarm) {
  Site site;
  auto session = site.session("s");
  session.artifact("a", "x.json", text_of('a'));
  RunningDaemon daemon(site);
  auto fd = ::open((session / "artifacts/a/x.json").c_str(), O_RDWR | O_CLOEXEC);
  auto const size = text_of('a').size();
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ASSERT_NE(memory, MAP_FAILED);
  for (int round = 0; round < 300; ++round) {
    std::memcpy(memory, text_of(static_cast<char>('a' + round % 2)).data(), size);
    if (round % 30 == 0) session.drop("a");
  }
  std::memcpy(memory, text_of('z').data(), size);
  ::munmap(memory, size);
  ::close(fd);
  session.artifact("a", "done.json", "{}");
  session.drop("a");
  EXPECT_TRUE(eventually(
      [&] { return !session.pending("a") && session.graph_text().contains(std::string(40'000, 'z')); }));
}

TEST(Session, ThatIsRenamedAwayIsServedUnderItsNewName) {
  Site site;
  RunningDaemon daemon(site);
  auto const bulk = R"({"bulk": ")" + std::string(1'000'000, 'x') + "\"}";
  for (int i = 0; i < 10; ++i) {
    auto session = site.session("old" + std::to_string(i));
    session.write("knowledge-graph.json", bulk);
    session.submit("a");
    std::this_thread::sleep_for(std::chrono::milliseconds(i)); // a different moment of the settling each time
    auto const fresh = site.root() / ("new" + std::to_string(i));
    fs::rename(session.path(), fresh);
    SessionDir renamed(fresh);
    EXPECT_TRUE(eventually([&] { return renamed.merged("a") && renamed.leftovers().empty(); })) << i;
    EXPECT_FALSE(fs::exists(session.path())) << "it is never made again under its old name";
  }
}

TEST(Session, ThatIsDeletedIsForgotten) {
  Site site;
  RunningDaemon daemon(site);
  for (int i = 0; i < 20; ++i) {
    auto session = site.session("s" + std::to_string(i));
    session.write("knowledge-graph.json", R"({"bulk": ")" + std::string(500'000, 'x') + "\"}");
    session.submit("a");
    // A different moment of the settling each time.
    std::this_thread::sleep_for(std::chrono::milliseconds(i % 7));
    ASSERT_TRUE(eventually([&] { // artifactd may write into it while it is being emptied
      std::error_code busy;
      fs::remove_all(session.path(), busy);
      return !fs::exists(session.path());
    }));
  }
  auto last = site.session("last");
  last.submit("b");
  EXPECT_TRUE(eventually([&] { return last.merged("b"); }));
  EXPECT_TRUE(eventually([&] { return site.json({"status"})["daemon"]["counters"]["pending"] == 0; }));
  for (int i = 0; i < 20; ++i)
    EXPECT_FALSE(fs::exists(site.root() / ("s" + std::to_string(i))));
}

TEST(Session, ThatBecomesALinkIsNotFollowed) {
  Site site;
  auto session = site.session("s");
  SessionDir outside(site.path() / "outside");
  outside.submit("a");
  RunningDaemon daemon(site);
  fs::remove(session.path());
  fs::create_directory_symlink(outside.path(), session.path());
  auto last = site.session("last");
  last.submit("b");
  ASSERT_TRUE(eventually([&] { return last.merged("b"); }));
  EXPECT_TRUE(outside.pending("a"));
  EXPECT_FALSE(fs::exists(outside / "knowledge-graph.json"));
}

TEST(NamesThatDifferByCase, AreTwoAgents) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  session.artifact("Agent", "x.json", R"({"n": 1})");
  session.artifact("agent", "x.json", R"({"n": 2})");
  if (session.text("artifacts/Agent/x.json") != R"({"n": 1})") GTEST_SKIP() << "this file system folds case";
  session.drop("Agent");
  session.drop("agent");
  ASSERT_TRUE(eventually([&] { return session.merged("Agent") && session.merged("agent"); }));
  EXPECT_EQ(session.graph()["Agent"]["n"], 1);
  EXPECT_EQ(session.graph()["agent"]["n"], 2);
}

/// Sets a chattr attribute for its lifetime.
class Attribute {
public:
  Attribute(fs::path const& file, int flag) : fd_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)), flag_(flag) {
    held_ = change(true);
  }
  ~Attribute() { clear(); }
  Attribute(Attribute const&) = delete;
  Attribute& operator=(Attribute const&) = delete;
  [[nodiscard]] bool held() const { return held_; }
  void clear() {
    if (fd_ < 0) return;
    change(false);
    ::close(fd_);
    fd_ = -1;
  }

private:
  bool change(bool on) const {
    int flags = 0;
    if (::ioctl(fd_, FS_IOC_GETFLAGS, &flags) < 0) return false;
    flags = on ? flags | flag_ : flags & ~flag_;
    return ::ioctl(fd_, FS_IOC_SETFLAGS, &flags) == 0;
  }
  int fd_;
  int flag_;
  bool held_ = false;
};

TEST(ImmutableSignal, IsMergedOnceAndGoesWhenItCan) {
  Site site("[[agent]]\nstrategy = \"append\"\n");
  auto session = site.session("s");
  session.artifact("a", "x.json", R"({"claims": [1]})");
  session.drop("a");
  Attribute immutable(session / "a.kg.lock", FS_IMMUTABLE_FL);
  if (!immutable.held()) GTEST_SKIP() << "chattr +i needs root and a file system that knows it";
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"remove: a.kg.lock"}) > 0; }))
      << daemon.log();
  EXPECT_EQ(session.graph()["claims"].size(), 1U);
  immutable.clear();
  EXPECT_TRUE(eventually([&] { return !session.pending("a"); }));
  EXPECT_EQ(session.graph()["claims"].size(), 1U);
}

TEST(ImmutableGraph, WaitsUntilItMayBeReplaced) {
  Site site;
  auto session = site.session("s");
  session.write("knowledge-graph.json", R"({"kept": 1})");
  Attribute immutable(session / "knowledge-graph.json", FS_IMMUTABLE_FL);
  if (!immutable.held()) GTEST_SKIP() << "chattr +i needs root and a file system that knows it";
  RunningDaemon daemon(site);
  session.submit("a");
  ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"not permitted"}) > 0; }));
  EXPECT_EQ(session.graph_text(), R"({"kept": 1})");
  EXPECT_TRUE(eventually([&] { return session.leftovers().empty(); }));
  immutable.clear();
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
}

TEST(AppendOnlySession, WaitsUntilItIsWritable) {
  Site site;
  auto session = site.session("s");
  session.submit("a");
  Attribute append_only(session.path(), FS_APPEND_FL);
  if (!append_only.held()) GTEST_SKIP() << "chattr +a needs root and a file system that knows it";
  RunningDaemon daemon(site);
  ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"not permitted"}) > 0; }));
  EXPECT_TRUE(session.pending("a"));
  append_only.clear();
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
}

} // namespace
} // namespace artifactd::test
