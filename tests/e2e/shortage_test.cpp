// Shortages of watches, descriptors, memory or disk space: signals wait, nobody is blamed, and everything
// continues by itself once there is enough again.
#include "tests/e2e/running_daemon.hpp"
#include "tests/support/game_corpus.hpp"

#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

/// Sets a soft limit of the daemon for its lifetime, then restores the former one.
class Limit {
public:
  Limit(pid_t pid, __rlimit_resource what, rlim_t much) : pid_(pid), what_(what) {
    ::prlimit(pid_, what_, nullptr, &former_);
    rlimit const low{much, former_.rlim_max};
    held_ = ::prlimit(pid_, what_, &low, nullptr) == 0;
  }
  ~Limit() { ::prlimit(pid_, what_, &former_, nullptr); }
  Limit(Limit const&) = delete;
  Limit& operator=(Limit const&) = delete;
  [[nodiscard]] bool held() const { return held_; }

private:
  pid_t pid_;
  __rlimit_resource what_;
  rlimit former_{};
  bool held_ = false;
};

TEST(TooFewDescriptors, PostponeAndDoNotRefuse) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  {
    Limit limit(daemon.pid(), RLIMIT_NOFILE, 3);
    if (!limit.held()) GTEST_SKIP() << "prlimit on another process is not allowed";
    session.submit("a");
    session.artifact("b", "x.json", "{");
    session.drop("b");
    ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"Too many open files"}) > 0; }));
    EXPECT_TRUE(session.pending("a") && session.pending("b"));
    EXPECT_FALSE(fs::exists(session / "knowledge-graph.json"));
  }
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  EXPECT_TRUE(eventually([&] { return session.refused("b"); }));
}

TEST(TooSmallFiles, PostponeAndLeaveTheGraphWhole) {
  Site site;
  auto session = site.session("s");
  auto const before = R"({"bulk": ")" + std::string(2'000'000, 'x') + "\"}";
  session.write("knowledge-graph.json", before);
  RunningDaemon daemon(site);
  {
    Limit limit(daemon.pid(), RLIMIT_FSIZE, 1'000'000);
    if (!limit.held()) GTEST_SKIP() << "prlimit on another process is not allowed";
    session.submit("a");
    ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"File too large"}) > 0; }));
    EXPECT_EQ(session.graph_text(), before);
    EXPECT_TRUE(daemon.alive());
  }
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
}

TEST(TooSmallFiles, PostponeAnEditUntilThereIsRoom) {
  Site site("[limits]\nartifact_bytes = \"4MiB\"\n[reinvoke]\npostponed_for = \"100ms\"\n"
            "[[agent]]\nmatch = \"game1\"\nprofile = \"game\"\n");
  auto session = site.session("s");
  RunningDaemon daemon(site);
  {
    Limit limit(daemon.pid(), RLIMIT_FSIZE, 1'000'000);
    if (!limit.held()) GTEST_SKIP() << "prlimit on another process is not allowed";
    for (auto const& mutation : game_mutations())
      if (mutation.name == "omen-picked-and-still-asked")
        for (auto const& file : broken_files(mutation))
          session.artifact("game1", file.name, file.bytes + std::string(1'200'000, ' '));
    session.drop("game1");
    ASSERT_TRUE(eventually([&] { return daemon.logged("run", {"File too large"}) > 0; }));
    EXPECT_TRUE(session.refused("game1"));
  }
  EXPECT_TRUE(eventually([&] { return !session.refused("game1"); }));
}

TEST(TooLittleMemory, PostponesAndLeavesTheGraphWhole) {
  if (sanitized()) GTEST_SKIP() << "a sanitizer needs all addresses there are";
  Site site;
  auto session = site.session("s");
  auto const before = R"({"bulk": ")" + std::string(200'000'000, 'x') + "\"}";
  session.write("knowledge-graph.json", before);
  RunningDaemon daemon(site);
  std::uint64_t pages = 0;
  std::ifstream("/proc/" + std::to_string(daemon.pid()) + "/statm") >> pages;
  {
    Limit limit(daemon.pid(), RLIMIT_AS, pages * 4096 + (100U << 20));
    if (!limit.held()) GTEST_SKIP() << "prlimit on another process is not allowed";
    session.submit("a");
    ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"emory"}) > 0; }));
    EXPECT_TRUE(session.pending("a"));
    auto beside = site.session("beside");
    beside.submit("b");
    EXPECT_TRUE(eventually([&] { return beside.merged("b"); }));
  }
  EXPECT_TRUE(eventually([&] { return !session.pending("a"); }));
  EXPECT_FALSE(session.refused("a"));
}

/// Runs the shell code `setup` before artifactd, in its own user and mount namespaces, where an ordinary user
/// may set limits and mount.
std::vector<std::string> apart(std::string const& setup) {
  return {"/usr/bin/unshare", "-Urm", "/bin/sh", "-ec", setup + "\nexec \"$@\"", "sh"};
}

bool can_be_apart(std::string const& setup) {
  auto words = apart(setup);
  words.push_back("/bin/true");
  return run({.words = words}).exit == 0;
}

TEST(TooFewWatches, AreReportedWithTheCureAndNothingIsMissed) {
  auto const few = "echo 4 > /proc/sys/user/max_inotify_watches";
  if (!can_be_apart(few)) GTEST_SKIP() << "no user namespace with an inotify limit of its own";
  Site site("audit_interval = \"200ms\"\n");
  std::vector<SessionDir> sessions;
  for (int i = 0; i < 12; ++i)
    sessions.push_back(site.session("s" + std::to_string(i)));
  RunningDaemon daemon(site, {.before = apart(few)});
  for (auto const& session : sessions)
    session.submit("a");
  for (auto const& session : sessions)
    EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  auto const status = site.status_text();
  EXPECT_TRUE(status.contains("degraded")) << status;
  EXPECT_TRUE(status.contains("fs.inotify.max_user_watches")) << status;
}

TEST(NoInotifyInstance, IsReportedWithTheCureAndNothingIsMissed) {
  auto const none = "echo 0 > /proc/sys/user/max_inotify_instances";
  if (!can_be_apart(none)) GTEST_SKIP() << "no user namespace with an inotify limit of its own";
  Site site("audit_interval = \"200ms\"\n");
  auto session = site.session("s");
  RunningDaemon daemon(site, {.before = apart(none)});
  session.submit("a");
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
  auto const status = site.status_text();
  EXPECT_TRUE(status.contains("degraded")) << status;
  EXPECT_TRUE(status.contains("fs.inotify.max_user_instances")) << status;
}

/// A root on a small file system of its own, accessed through the daemon's mount namespace.
class SmallDisk {
public:
  explicit SmallDisk(std::string const& options)
      : mount_("mount -t tmpfs -o " + options + " none " + (site_.path() / "disk").string()) {
    fs::create_directories(site_.path() / "disk");
    site_.configure("[[root]]\npath = \"" + (site_.path() / "disk").string() + "\"\n");
  }
  [[nodiscard]] bool to_be_had() const { return can_be_apart(mount_); }
  [[nodiscard]] Site const& site() const { return site_; }
  [[nodiscard]] std::vector<std::string> before() const { return apart(mount_); }
  [[nodiscard]] fs::path seen_by(RunningDaemon const& daemon) const {
    return "/proc/" + std::to_string(daemon.pid()) + "/root" + (site_.path() / "disk").string();
  }
  void remount(RunningDaemon const& daemon, std::string const& how) const {
    shell("nsenter -t " + std::to_string(daemon.pid()) + " -U -m --preserve-credentials mount -o remount," +
          how + " " + (site_.path() / "disk").string());
  }

private:
  Site site_;
  std::string mount_;
};

TEST(FullDisk, PostponesAndGoesOnWhenThereIsRoom) {
  SmallDisk disk("size=3m");
  if (!disk.to_be_had()) GTEST_SKIP() << "no mount namespace of one's own";
  RunningDaemon daemon(disk.site(), {.before = disk.before()});
  SessionDir session(disk.seen_by(daemon) / "s");
  auto const before = R"({"bulk": ")" + std::string(1'000'000, 'x') + "\"}";
  session.write("knowledge-graph.json", before);
  session.artifact("a", "x.json", "{}");
  session.artifact("b", "x.json", "{");
  session.write("ballast", std::string(1'500'000, 'x'));
  session.drop("a");
  ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"No space left"}) > 0; }));
  EXPECT_EQ(session.graph_text(), before);
  EXPECT_FALSE(session.refused("a"));
  EXPECT_TRUE(eventually([&] { return disk.site().artifactctl({"doctor"}).out.contains("df -h -- "); }));
  fs::remove(session / "ballast");
  EXPECT_TRUE(eventually([&] { return !session.pending("a") && session.graph_text() != before; }));
}

TEST(FullStateDisk, IsNamedAndStopsNothingForGood) {
  Site site;
  auto const state = (site.path() / "state").string();
  fs::create_directories(state);
  auto const mount = "mount -t tmpfs -o size=1m none " + state;
  if (!can_be_apart(mount)) GTEST_SKIP() << "no mount namespace of one's own";
  auto session = site.session("s");
  RunningDaemon daemon(site, {.before = apart(mount)});
  auto const ballast = fs::path("/proc/" + std::to_string(daemon.pid()) + "/root" + state) / "ballast";
  for (std::ofstream file(ballast); file << std::string(4096, 'x') << std::flush;) {
  }
  int submitted = 0; // some are recorded in what the journal's files have room for
  EXPECT_TRUE(eventually([&] {
    session.submit("a" + std::to_string(submitted++));
    return site.status_text().contains("the journal cannot be written");
  }));
  EXPECT_TRUE(eventually([&] { return site.status_text().contains("df -h -- " + state); }));
  auto const doctor = site.artifactctl({"doctor"});
  EXPECT_EQ(doctor.exit, 1);
  EXPECT_TRUE(doctor.out.contains("df -h -- " + state)) << doctor.out;
  EXPECT_TRUE(site.artifactctl({"metrics"}).out.contains("artifactd_degraded 1\n"));
  fs::remove(ballast);
  EXPECT_TRUE(eventually([&] { return !site.status_text().contains("degraded"); })) << site.status_text();
}

TEST(NoInodes, PostponeAndGoOnWhenThereAreSome) {
  SmallDisk disk("nr_inodes=24");
  if (!disk.to_be_had()) GTEST_SKIP() << "no mount namespace of one's own";
  RunningDaemon daemon(disk.site(), {.before = disk.before()});
  SessionDir session(disk.seen_by(daemon) / "s");
  session.artifact("a", "x.json", "{}");
  session.drop("a");
  ASSERT_TRUE(eventually([&] { return session.merged("a"); }));
  std::vector<fs::path> fillers;
  auto const fill = [&] { // all inodes but one, which the signal needs
    try {
      for (;;) {
        fillers.push_back(session / ("filler" + std::to_string(fillers.size())));
        session.write(fillers.back().filename().string(), "");
      }
    } catch (std::system_error const&) {
      fillers.pop_back();
      fs::remove(fillers.back());
      fillers.pop_back();
    }
  };
  auto const pending = [&] { return daemon.logged("pending", {"No space left"}) > 0; };
  // artifactd may free an inode by cleaning up after the previous merge: then try again.
  for (int turn = 0; turn < 5 && !pending(); ++turn) {
    session.artifact("b", "x.json", "{\"turn\": " + std::to_string(turn) + "}");
    fill();
    session.drop("b");
    ASSERT_TRUE(eventually([&] { return pending() || !session.pending("b"); }));
  }
  ASSERT_TRUE(pending());
  EXPECT_FALSE(session.refused("b"));
  for (auto const& filler : fillers)
    fs::remove(filler);
  EXPECT_TRUE(eventually([&] { return session.merged("b"); }));
}

TEST(ReadOnlyDisk, PostponesAndGoesOnWhenItIsWritable) {
  SmallDisk disk("size=8m");
  if (!disk.to_be_had()) GTEST_SKIP() << "no mount namespace of one's own";
  RunningDaemon daemon(disk.site(), {.before = disk.before()});
  SessionDir session(disk.seen_by(daemon) / "s");
  session.write("knowledge-graph.json", "{}");
  session.artifact("a", "x.json", "{}");
  fs::create_directory(session / ".kg-merge.lock"); // keeps the signal pending until the disk is read-only
  session.drop("a");
  ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"another tool holds"}) > 0; }));
  fs::remove(session / ".kg-merge.lock");
  disk.remount(daemon, "ro");
  if (!eventually([&] { return session.pending("a") && daemon.logged("pending", {"Read-only"}) > 0; },
                  std::chrono::seconds(10)))
    GTEST_SKIP() << "it was merged before it was read-only, or remounting is not allowed";
  EXPECT_FALSE(session.refused("a"));
  disk.remount(daemon, "rw");
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
}

} // namespace
} // namespace artifactd::test
