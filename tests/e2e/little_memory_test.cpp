// Little memory for all sessions together: they are settled one after the other, and what can never fit
// waits.
#include "tests/e2e/running_daemon.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <tuple>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

/// More than is not counted.
void large_work_of_a(SessionDir const& session) {
  for (int file = 0; file < 40; ++file)
    session.artifact("a", std::to_string(file) + ".json", R"({"n": ")" + std::string(60'000, 'x') + "\"}");
}

TEST(LittleMemoryForSessions, IsUsedByOneAfterTheOther) {
  Site site("memory = \"6MiB\"\n"); // two agents' artifacts fit, but no graph beside them
  std::vector<SessionDir> sessions;
  for (int i = 0; i < 4; ++i) {
    auto const& session = sessions.emplace_back(site.session("s" + std::to_string(i)));
    session.write("knowledge-graph.json", R"({"x": ")" + std::string(3 << 20, 'x') + "\"}");
    large_work_of_a(session);
    session.drop("a");
  }
  RunningDaemon daemon(site);
  for (auto const& each : sessions)
    EXPECT_TRUE(eventually([&] { return each.merged("a"); })) << each.path();
}

TEST(LittleMemoryForSessions, IsWaitedForByOnce) {
  Site site("memory = \"1MiB\"\n");
  for (int i = 0; i < 6; ++i) {
    auto const session = site.session("s" + std::to_string(i));
    large_work_of_a(session);
    session.drop("a");
  }
  auto const ended =
      run({.words = {site.program("artifactd"), "--config", site.config().string(), "--once"}});
  EXPECT_EQ(ended.exit, 0) << ended.err;
  for (int i = 0; i < 6; ++i)
    EXPECT_TRUE(site.session("s" + std::to_string(i)).merged("a")) << i;
}

/// A control group with a memory limit: the kernel kills a process that exceeds it.
class MemoryGroup {
public:
  explicit MemoryGroup(std::uint64_t bytes) {
    for (auto const& [above, file] : {std::pair{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"},
                                      std::pair{"/sys/fs/cgroup", "memory.max"}}) {
      path_ = fs::path(above) / ("artifactd-test." + std::to_string(::getpid()));
      std::error_code error;
      if (!fs::create_directory(path_, error)) continue;
      std::fstream limit(path_ / file, std::ios::in | std::ios::out);
      made_ = static_cast<bool>(limit << bytes << std::flush);
      if (made_) return;
      fs::remove(path_, error);
    }
  }
  ~MemoryGroup() {
    // The kernel counts a process for a moment after its end.
    if (made_) std::ignore = eventually([&] { return ::rmdir(path_.c_str()) == 0; });
  }
  MemoryGroup(MemoryGroup const&) = delete;
  MemoryGroup& operator=(MemoryGroup const&) = delete;

  [[nodiscard]] bool made() const { return made_; }
  /// Words before a program that is to run in it.
  [[nodiscard]] std::vector<std::string> words() const {
    return {"/bin/sh", "-c", "echo $$ > " + path_.string() + R"(/cgroup.procs && exec "$0" "$@")"};
  }

private:
  fs::path path_;
  bool made_ = false;
};

std::string graph_of(std::size_t bytes) {
  return R"({"x": ")" + std::string(bytes, 'x') + "\"}";
}

TEST(AControlGroupWithLittleMemory, IsNotExceededAndWhatDoesNotFitWaits) {
  if (sanitized()) GTEST_SKIP() << "a sanitizer needs more memory than there is";
  MemoryGroup const group(64 << 20);
  if (!group.made()) GTEST_SKIP() << "control groups with a limit of memory cannot be made here";
  Site site;
  std::vector<SessionDir> sessions;
  for (int i = 0; i < 12; ++i) {
    auto const& session = sessions.emplace_back(site.session("s" + std::to_string(i)));
    session.write("knowledge-graph.json", graph_of(10'000'000));
    session.submit("a");
  }
  auto large = site.session("large");
  large.write("knowledge-graph.json", graph_of(50'000'000));
  large.submit("a");
  RunningDaemon daemon(site, {.before = group.words()});
  for (auto const& each : sessions)
    EXPECT_TRUE(eventually([&] { return !each.pending("a") && !each.refused("a"); })) << each.path();
  EXPECT_TRUE(eventually([&] { return daemon.logged("pending", {"memory.too_little", "MemoryMax="}) > 0; }));
  EXPECT_TRUE(large.pending("a"));
  EXPECT_TRUE(daemon.alive());
}

} // namespace
} // namespace artifactd::test
