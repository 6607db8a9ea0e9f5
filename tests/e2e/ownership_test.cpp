// artifactd started as root, and sessions of other users: what it may do for each of them.
#include "tests/e2e/running_daemon.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr uid_t agents_user = 4001; ///< neither has an entry in the user database
constexpr uid_t colleagues_user = 5005;
constexpr gid_t shared_group = 4500;

void give(fs::path const& path, uid_t user, gid_t group) {
  if (::lchown(path.c_str(), user, group) < 0) throw std::runtime_error("cannot give away " + path.string());
}

class OwnershipTest : public testing::Test {
protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "only root serves sessions of others";
  }

  /// A session with submitted work of `a`, all owned by this user and group.
  SessionDir session_of(uid_t user, gid_t group, mode_t mode = 0755) const {
    auto session = site_.session("s");
    session.submit("a");
    for (auto const& each : fs::recursive_directory_iterator(session.path()))
      give(each.path(), user, group);
    give(session.path(), user, group);
    if (::chmod(session.path().c_str(), mode) < 0) throw std::runtime_error("chmod");
    return session;
  }
  std::string once(std::vector<std::string> words = {}) const {
    words.insert(words.end(), {built("artifactd"), "--config", site_.config().string(), "--once"});
    return run({.words = words}).err;
  }
  /// The users that own anything in the session.
  static std::vector<uid_t> owners(SessionDir const& session) {
    std::vector<uid_t> found;
    for (auto const& each : fs::recursive_directory_iterator(session.path())) {
      struct stat status{};
      if (::lstat(each.path().c_str(), &status) == 0 &&
          std::ranges::find(found, status.st_uid) == found.end())
        found.push_back(status.st_uid);
    }
    return found;
  }

  Site site_;
};

TEST_F(OwnershipTest, ADirectoryThatMayNotBeWrittenNamesTheCommandThatHelps) {
  auto const session = session_of(agents_user, shared_group, 0555);
  EXPECT_THAT(once(), AllOf(HasSubstr("session.denied: user 4001 may not write in "),
                            HasSubstr("Its owner must run: chmod u+rwx " + session.path().string())));
  EXPECT_TRUE(session.pending("a"));
  RunningDaemon daemon(site_);
  ASSERT_TRUE(eventually([&] { return daemon.logged("pending", {"session.denied"}) > 0; }));
  EXPECT_TRUE(eventually([&] { return site_.artifactctl({"status"}).exit == 6; }))
      << "only a person can help";
}

TEST_F(OwnershipTest, RightsThatAreTakenAwayLaterAreNamedWithTheCommandThatHelps) {
  auto const session = session_of(agents_user, shared_group);
  once();
  ASSERT_TRUE(session.merged("a"));
  session.drop("a");
  give(session / "a.kg.lock", agents_user, shared_group);
  auto const is_said = [&](std::string const& said) {
    EXPECT_THAT(once(), HasSubstr(said));
    auto const merge = site_.artifactctl({"merge", session.path()});
    EXPECT_THAT(merge.out + merge.err, HasSubstr(said));
  };
  fs::permissions(session.path(), fs::perms(0555));
  is_said("session.denied: user 4001 may not write in " + session.path().string() +
          ". Its owner must run: chmod u+rwx " + session.path().string());
  fs::permissions(session.path(), fs::perms(0755));
  auto const graph = session / "knowledge-graph.json";
  fs::permissions(graph, fs::perms::none);
  is_said("graph.denied: user 4001 may not read " + graph.string() + ". Its owner must run: chmod u+r " +
          graph.string());
  EXPECT_THAT(site_.artifactctl({"doctor"}).out, HasSubstr("graph.denied: "));
}

TEST_F(OwnershipTest, AClosedDirectoryIsListedByItsOwnUserWithTheCommandThatHelps) {
  auto const session = session_of(agents_user, shared_group, 0);
  for (auto const& passed : {site_.path(), site_.path() / "etc", site_.path() / "etc/conf.d", site_.root()})
    fs::permissions(passed, fs::perms(0755));
  auto const status = run(
      {.words = {built("artifactctl"), "--config", site_.config().string(), "status"}, .user = agents_user});
  if (status.out.empty()) GTEST_SKIP() << "another user may not run what was built";
  EXPECT_THAT(status.out, AllOf(HasSubstr("session.denied: user 4001 may not look into "),
                                HasSubstr("chmod u+rwx " + session.path().string())));
}

TEST_F(OwnershipTest, ADirectoryThatMayNotBeReadIsExplained) {
  auto const session = session_of(agents_user, shared_group, 0);
  std::vector<std::vector<std::string>> const both{{"explain", "s", "a"}, {"explain", session / "a.kg.lock"}};
  for (auto const& words : both) {
    auto const explained = site_.artifactctl(words);
    EXPECT_EQ(explained.exit, 6);
    EXPECT_THAT(explained.out, AllOf(HasSubstr("session   " + session.path().string() + "\n"),
                                     HasSubstr("now       not known: session.denied: user 4001 may not look"),
                                     HasSubstr("chmod u+rwx " + session.path().string())));
  }
}

TEST_F(OwnershipTest, DoctorDoesNotBlameTheDaemonForWhatAnotherUserMayNotDo) {
  RunningDaemon const daemon(site_);
  for (auto const& passed : {site_.path(), site_.path() / "etc", site_.path() / "etc/conf.d", site_.root()})
    fs::permissions(passed, fs::perms(0755));
  if (run({.words = {built("artifactctl"), "--version"}, .user = agents_user}).exit != 0)
    GTEST_SKIP() << "another user may not run what was built";
  auto const doctor = run(
      {.words = {built("artifactctl"), "--config", site_.config().string(), "doctor"}, .user = agents_user});
  EXPECT_EQ(doctor.exit, 0) << doctor.out << doctor.err;
  EXPECT_THAT(doctor.out, AllOf(HasSubstr("journal: not checked: user 4001 may not read it"),
                                HasSubstr("is not checked: user 4001 may not write there")));
}

TEST_F(OwnershipTest, WhatIsMadeInASessionIsItsOwners) {
  auto const session = session_of(agents_user, agents_user);
  once();
  EXPECT_TRUE(session.merged("a"));
  EXPECT_EQ(owners(session), std::vector{agents_user});
  EXPECT_EQ(site_.settled(session, "a", "merged"), 1);
}

TEST_F(OwnershipTest, TheDaemonServesEachSessionAsItsOwner) {
  RunningDaemon const daemon(site_);
  auto const mine = session_of(agents_user, agents_user);
  auto const other = site_.session("other");
  give(other.path(), colleagues_user, colleagues_user);
  other.artifact("b", "x.json", "{bad");
  for (auto const& each : fs::recursive_directory_iterator(other.path()))
    give(each.path(), colleagues_user, colleagues_user);
  other.drop("b");
  EXPECT_TRUE(eventually([&] { return mine.merged("a") && other.refused("b"); }));
  EXPECT_TRUE(eventually([&] { return site_.settled(other, "b", "refused") == 1; }));
  struct stat status{};
  ASSERT_EQ(::stat((other / ".artifactd/attempts").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, colleagues_user);
}

TEST_F(OwnershipTest, CommandsDoTheSame) {
  auto const session = session_of(agents_user, agents_user);
  EXPECT_EQ(site_.artifactctl({"merge", session.path().string()}).exit, 0);
  EXPECT_TRUE(session.merged("a"));
  EXPECT_EQ(owners(session), std::vector{agents_user});
}

TEST_F(OwnershipTest, AFileThatItsOwnOwnerMayNotReadNeedsAnotherCommand) {
  auto const session = session_of(agents_user, agents_user);
  fs::permissions(session / "artifacts/a/a.json", fs::perms::none);
  EXPECT_THAT(once(), HasSubstr("chmod u+r " + (session / "artifacts/a/a.json").string()));
  fs::permissions(session / "artifacts/a/a.json", fs::perms(0600));
  fs::permissions(session / "artifacts/a", fs::perms::none);
  EXPECT_THAT(once(), HasSubstr("chmod u+rx " + (session / "artifacts/a").string()));
}

TEST_F(OwnershipTest, ADirectoryOfRequestsThatItsOwnerMayNotReadNamesTheCommand) {
  auto const session = session_of(agents_user, agents_user);
  for (std::string const kind : {"rule", "edit", "turn", "report"}) {
    auto const folder = session / (kind + "s");
    session.write(kind + "s/b.json", "{}");
    session.write("b." + kind + ".lock", "");
    for (auto const& each : {folder, folder / "b.json", session / ("b." + kind + ".lock")})
      give(each, agents_user, agents_user);
    fs::permissions(folder, fs::perms::none);
    EXPECT_THAT(once(), HasSubstr("chmod u+rx " + folder.string())) << kind;
  }
}

TEST_F(OwnershipTest, FilesOfRootNeedAGroupFirst) {
  auto const session = session_of(agents_user, agents_user);
  auto const by_group = fmt::format("Its owner must run: chgrp {} ", agents_user);
  auto const remedy = [&](std::string_view mode, fs::path const& path) {
    return HasSubstr(fmt::format("{0}{2} && chmod {1} {2}", by_group, mode, path.string()));
  };
  session.write("knowledge-graph.json", R"({"old": 1})");
  ASSERT_EQ(::chmod((session / "knowledge-graph.json").c_str(), 0600), 0);
  EXPECT_THAT(once(), remedy("g+r", session / "knowledge-graph.json"));
  give(session / "knowledge-graph.json", agents_user, agents_user);
  give(session / "artifacts/a/a.json", 0, 0);
  ASSERT_EQ(::chmod((session / "artifacts/a/a.json").c_str(), 0600), 0);
  EXPECT_THAT(once(), remedy("g+r", session / "artifacts/a/a.json"));
  give(session / "artifacts/a", 0, 0);
  ASSERT_EQ(::chmod((session / "artifacts/a").c_str(), 0700), 0);
  EXPECT_THAT(once(), remedy("g+rx", session / "artifacts/a"));
  give(session / "artifacts", 0, 0);
  ASSERT_EQ(::chmod((session / "artifacts").c_str(), 0700), 0);
  EXPECT_THAT(once(), remedy("g+rx", session / "artifacts"));
}

TEST_F(OwnershipTest, AGraphThatItsOwnerCouldNoLongerWriteStaysAndNamesTheCommand) {
  auto const session = session_of(agents_user, agents_user);
  session.write("knowledge-graph.json", R"({"old": 1})");
  auto const graph = session / "knowledge-graph.json";
  give(graph, colleagues_user, colleagues_user);
  EXPECT_THAT(once(),
              HasSubstr(fmt::format("Root must run: usermod -aG {0} {1} && chgrp {0} {2} && chmod g+w {2}",
                                    agents_user, colleagues_user, graph.string())));
  EXPECT_TRUE(session.pending("a"));
  EXPECT_EQ(session.graph_text(), R"({"old": 1})");
  fs::permissions(graph, fs::perms(0666));
  once();
  EXPECT_TRUE(session.merged("a"));
}

TEST_F(OwnershipTest, WithoutACommonGroupRootHasToHelp) {
  auto const session = session_of(agents_user, agents_user);
  give(session / "artifacts/a/a.json", colleagues_user, colleagues_user);
  ASSERT_EQ(::chmod((session / "artifacts/a/a.json").c_str(), 0600), 0);
  EXPECT_THAT(once(), HasSubstr(fmt::format("Root must run: chgrp {} ", agents_user)));
}

/// A session shared by a group; a second member submits work with this umask.
class SharedSession : public OwnershipTest, public testing::WithParamInterface<mode_t> {};

TEST_P(SharedSession, WaitsForWhatItsOwnerMayNotRead) {
  auto const session = session_of(agents_user, shared_group, 02770);
  auto const file = session / "artifacts/a/of-a-colleague.json";
  session.artifact("a", "of-a-colleague.json", R"({"from": "a colleague"})");
  give(file, colleagues_user, shared_group);
  ASSERT_EQ(::chmod(file.c_str(), 0666 & ~GetParam()), 0);
  auto const log = once();
  if (GetParam() == 077) {
    EXPECT_THAT(log, HasSubstr("input.denied"));
    EXPECT_THAT(log, HasSubstr("Its owner must run: chmod g+r " + file.string()));
    EXPECT_TRUE(session.pending("a"));
    EXPECT_FALSE(session.refused("a"));
    EXPECT_FALSE(fs::exists(session / ".artifactd/attempts"));
    ASSERT_EQ(::chmod(file.c_str(), 0640), 0);
    once();
  }
  EXPECT_TRUE(session.merged("a"));
  EXPECT_THAT(session.graph_text(), HasSubstr("a colleague"));
}
INSTANTIATE_TEST_SUITE_P(umasks, SharedSession, testing::Values(022, 027, 077));

TEST_F(OwnershipTest, ASecretMovedAmongTheArtifactsIsNotPublished) {
  auto const session = session_of(agents_user, agents_user);
  session.artifact("a", "x.json", R"({"diary": "private"})");
  give(session / "artifacts/a/x.json", colleagues_user, colleagues_user);
  ASSERT_EQ(::chmod((session / "artifacts/a/x.json").c_str(), 0600), 0);
  once();
  EXPECT_TRUE(session.pending("a"));
  EXPECT_THAT(session.graph_text(), Not(HasSubstr("private")));
}

TEST_F(OwnershipTest, RootsSessionThatOthersWriteWaits) {
  auto const session = session_of(0, shared_group, 02770);
  EXPECT_THAT(once(), HasSubstr("session.owner"));
  EXPECT_TRUE(session.pending("a"));
  EXPECT_FALSE(fs::exists(session / ".artifactd"));
  EXPECT_THAT(site_.status_text(), HasSubstr("chown -R AGENT"));
  session_of(agents_user, shared_group, 02770); // the remedy
  once();
  EXPECT_TRUE(session.merged("a"));
}

TEST_F(OwnershipTest, WithoutTheRightToChangeUserOthersSessionsWait) {
  auto const session = session_of(agents_user, agents_user);
  auto const log = once({"setpriv", "--bounding-set", "-setuid", "--inh-caps", "-setuid"});
  EXPECT_THAT(log, HasSubstr("session.owner"));
  EXPECT_TRUE(session.pending("a"));
  EXPECT_FALSE(fs::exists(session / ".artifactd"));
}

TEST_F(OwnershipTest, InAUserNamespaceOneKnowsOnlyOnesOwn) {
  if (run({.words = {"unshare", "-U", "-r", "true"}}).exit != 0) GTEST_SKIP() << "no user namespaces here";
  auto const session = session_of(agents_user, agents_user, 0777);
  EXPECT_THAT(once({"unshare", "-U", "-r"}), HasSubstr("session.owner"));
  EXPECT_TRUE(session.pending("a"));
  session_of(0, 0);
  once({"unshare", "-U", "-r"});
  EXPECT_TRUE(session.merged("a"));
}

TEST_F(OwnershipTest, WhatRootKeptBeforeIsPutAsideAndNamed) {
  auto const session = session_of(agents_user, agents_user);
  fs::create_directories(session / ".artifactd/work");
  once();
  EXPECT_TRUE(session.merged("a"));
  EXPECT_TRUE(fs::exists(session / ".artifactd.former-1"));
  EXPECT_THAT(site_.artifactctl({"doctor"}).out, HasSubstr(".artifactd.former-1"));
}

} // namespace
} // namespace artifactd::test
