// An invalid graph is reported and left exactly as it is, whatever made it invalid.
#include "state/platform/clock.hpp"
#include "tests/e2e/hostile_case.hpp"

#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using enum Outcome;

void good(SessionDir const& session) {
  session.artifact("a", "x.json", R"({"x": 1})");
}

fs::path graph_of(SessionDir const& session) {
  return session / "knowledge-graph.json";
}

void repair(SessionDir const& session) {
  fs::remove_all(graph_of(session));
  session.write("repaired", R"({"repaired": 1})");
  fs::rename(session / "repaired", graph_of(session));
}

HostileCase holding(std::string const& name, std::string const& text, std::string const& says) {
  return {name, blocked, says,
          [text](auto const& s) {
            good(s);
            s.write("knowledge-graph.json", text);
          },
          repair};
}

std::string deep(std::size_t levels) {
  return R"({"deep": )" + std::string(levels, '[') + std::string(levels, ']') + "}";
}

std::vector<HostileCase> odd_files() {
  return {
      {"link", blocked, "knowledge-graph.json is not a regular file",
       [](auto const& s) {
         good(s);
         s.write("../outside.json", R"({"outside": 1})");
         fs::remove(graph_of(s));
         fs::create_symlink("../outside.json", graph_of(s));
       },
       repair},
      {"hard_link", blocked, "2 hard links",
       [](auto const& s) {
         good(s);
         fs::create_hard_link(graph_of(s), s / "../second.json");
       },
       [](auto const& s) { fs::remove(s / "../second.json"); }},
      {"directory", blocked, "not a regular file",
       [](auto const& s) {
         good(s);
         fs::remove(graph_of(s));
         fs::create_directories(graph_of(s));
       },
       repair},
      {"fifo", blocked, "not a regular file",
       [](auto const& s) {
         good(s);
         fs::remove(graph_of(s));
         have(::mkfifo(graph_of(s).c_str(), 0600) == 0, "mkfifo");
       },
       repair},
      {"sparse_terabyte", blocked, "more than the limit",
       [](auto const& s) {
         good(s);
         fs::remove(graph_of(s));
         s.write("sparse", "");
         have(::truncate((s / "sparse").c_str(), off_t{1} << 40) == 0, "a sparse file of 1 TB");
         fs::rename(s / "sparse", graph_of(s));
       },
       [](auto const& s) {
         fs::remove(graph_of(s));
         s.write("knowledge-graph.json", "{}");
       }},
  };
}

std::vector<HostileCase> odd_texts() {
  return {
      holding("empty", "", "graph.damaged"),
      holding("cut_short", R"({"entities": [{"id": "e1"})", "graph.damaged"),
      holding("array", "[]", "graph.damaged"),
      holding("two_documents", "{}\n{}", "graph.damaged"),
      holding("too_deep", deep(300), "graph.damaged"),
      {"as_deep_as_allowed", merged, "",
       [](auto const& s) {
         good(s);
         s.write("knowledge-graph.json", deep(255));
       }},
      {"grows_beyond_its_limit",
       refused,
       "graph.too_large",
       [](auto const& s) { s.artifact("a", "x.json", R"({"x": ")" + std::string(5000, 'x') + "\"}"); },
       {},
       HostileCase::Signal::dropped,
       "[graph]\nmax_bytes = \"4KiB\"\n"},
  };
}

class HostileGraph : public Hostile {};
TEST_P(HostileGraph, IsMet) {
  meet(GetParam());
}
INSTANTIATE_TEST_SUITE_P(files, HostileGraph, ::testing::ValuesIn(odd_files()), CaseName());
INSTANTIATE_TEST_SUITE_P(texts, HostileGraph, ::testing::ValuesIn(odd_texts()), CaseName());

/// The graph existed, so a new empty one would hide the loss: it is reported, and only a person restores it.
TEST(LostGraph, IsReportedAndNeverBegunAnew) {
  Site site;
  auto session = site.session("s");
  session.write("knowledge-graph.json", R"({"kept": 1})");
  RunningDaemon daemon(site);
  session.submit("a");
  ASSERT_TRUE(eventually([&] { return session.merged("a"); }));
  fs::remove(session / "knowledge-graph.json");
  session.submit("b");
  ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"graph.damaged", "restore"}) > 0; }));
  EXPECT_TRUE(session.pending("b"));
  EXPECT_FALSE(fs::exists(session / "knowledge-graph.json"));
  EXPECT_EQ(site.artifactctl({"restore", session.path().string()}).exit, 0);
  EXPECT_TRUE(eventually([&] { return session.merged("b"); }));
  EXPECT_EQ(session.graph()["kept"], 1);
}

/// The advice to restore it would undo the merges since.
TEST(LostGraph, IsNoLongerNoticedOnceItIsRestored) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  session.submit("a");
  ASSERT_TRUE(eventually([&] { return session.merged("a"); }));
  session.write("knowledge-graph.json", R"({"broken)");
  ASSERT_TRUE(eventually([&] { return daemon.logged("notice", {"graph.damaged", "restore"}) > 0; }));
  EXPECT_EQ(site.artifactctl({"restore", session.path().string()}).exit, 0);
  EXPECT_TRUE(eventually([&] {
    auto const status = site.artifactctl({"status", session.path().string()});
    return status.exit == 0 && !status.out.contains("restore");
  })) << site.artifactctl({"status", session.path().string()}).out;
}

TEST(LostGraph, IsMissedAfterASingleMergeAndAnOperatorIsAsked) {
  Site site;
  auto session = site.session("s");
  RunningDaemon daemon(site);
  session.submit("a");
  ASSERT_TRUE(eventually([&] { return session.merged("a"); }));
  fs::remove(session / "knowledge-graph.json");
  session.submit("b");
  ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"graph.damaged", "restore"}) > 0; }));
  EXPECT_TRUE(session.pending("b"));
  auto const status = site.artifactctl({"status", session.path().string()});
  EXPECT_EQ(status.exit, 6);
  EXPECT_TRUE(status.out.contains("it is gone, though it existed before")) << status.out;
  EXPECT_EQ(site.artifactctl({"inbox", "--list"}).exit, 6);
  session.write("knowledge-graph.json", "{}");
  EXPECT_TRUE(eventually([&] { return session.merged("b"); })) << "a person may begin a new one";
}

/// Otherwise its signals would wait for their next attempt, which is seconds away.
TEST(LostGraph, IsSettledAtOnceWhenAPersonHasBroughtItBack) {
  Site site;
  auto session = site.session("s");
  session.submit("a");
  ASSERT_EQ(site.artifactctl({"merge", session.path().string()}).exit, 0);
  session.write("knowledge-graph.json", "broken");
  session.submit("b");
  RunningDaemon daemon(site);
  auto const next_try_is_far = [&] {
    auto const soon = iso8601(wall_now_ns() + 4'000'000'000);
    auto const rows = site.json({"status"})["stuck"];
    return std::ranges::any_of(rows, [&](nlohmann::json const& row) {
      return row["state"] == "pending" && row.value("next_retry", "") > soon;
    });
  };
  ASSERT_TRUE(eventually(next_try_is_far));
  EXPECT_EQ(site.artifactctl({"restore", session.path().string()}).exit, 0);
  EXPECT_TRUE(eventually([&] { return session.merged("b"); }, std::chrono::seconds(2)));
}

/// An ordinary user for the daemon, since root can read everything: nobody if the tests run as root.
class OrdinaryUser {
public:
  explicit OrdinaryUser(Site const& site) {
    if (::geteuid() != 0) return;
    how_.user = 65534;
    shell("chown -R 65534:65534 " + site.path().string());
  }
  [[nodiscard]] bool to_be_had() const {
    return run({.words = {built("artifactd"), "--version"}, .user = how_.user}).exit == 0;
  }
  [[nodiscard]] RunningDaemon::How const& how() const { return how_; }

private:
  RunningDaemon::How how_;
};

void expect_patience_with(std::string const& file) {
  Site site;
  auto session = site.session("s");
  session.write("knowledge-graph.json", "{}");
  session.artifact("a", "x.json", "{}");
  fs::permissions(session / file, fs::perms::none);
  OrdinaryUser user(site);
  if (!user.to_be_had()) GTEST_SKIP() << "nobody cannot run the program where it stands";
  RunningDaemon daemon(site, user.how());
  session.drop("a");
  shell("chown --reference=. a.kg.lock", session.path());
  ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"denied: ", "may not read"}) > 0; }));
  EXPECT_TRUE(session.pending("a"));
  EXPECT_FALSE(session.refused("a"));
  fs::permissions(session / file, fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
}

TEST(UnreadableGraph, StaysPendingUntilItCanBeRead) {
  expect_patience_with("knowledge-graph.json");
}

TEST(UnreadableArtifact, StaysPendingUntilItCanBeRead) {
  expect_patience_with("artifacts/a/x.json");
}

} // namespace
} // namespace artifactd::test
