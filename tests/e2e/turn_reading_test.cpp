// Players who may not open the database ask the daemon, which may.
#include "tests/e2e/turn_site.hpp"

#include <fstream>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;

constexpr uid_t players_user = 65534;

/// If the tests run as root, another user asks, who has no access to the state directory. An ordinary user is
/// locked out by a state directory that nobody may open.
class TurnReading : public TurnSite {
protected:
  TurnReading() {
    auto const run = site.path() / "run";
    fs::create_directory(run);
    if (is_root() && ::chown(run.c_str(), 0, players_user) != 0) ADD_FAILURE() << "chown";
    std::ifstream main(site.config());
    std::string text(std::istreambuf_iterator<char>(main), {});
    if (!is_root()) {
      fs::create_directory(site.path() / "closed");
      fs::permissions(site.path() / "closed", fs::perms::none);
      text.replace(text.find("/state\""), 7, "/closed\"");
    }
    fs::create_directory(site.path() / "player");
    std::ofstream(site.path() / "player/artifactd.toml") << text;
  }
  ~TurnReading() override {
    if (!is_root()) fs::permissions(site.path() / "closed", fs::perms::owner_all);
  }

  [[nodiscard]] static bool is_root() { return ::geteuid() == 0; }

  [[nodiscard]] Ended as_player(std::vector<std::string> const& words) const {
    Command command{
        {site.program("artifactctl"), "--config", (site.path() / "player/artifactd.toml").string()}};
    command.words.insert(command.words.end(), words.begin(), words.end());
    if (is_root()) command.user = players_user;
    return run(command);
  }
};

TEST_F(TurnReading, APlayerSeesThroughTheDaemonWhatItsUserSees) {
  begin();
  RunningDaemon daemon(site);
  ASSERT_EQ(say("I say hello.").exit, 0);
  for (auto const* what : {"log", "scene", "observations", "relations", "why", "export"}) {
    auto const seen = as_player({"turn", what, "s"});
    EXPECT_EQ(seen.exit, 0) << what << seen.err;
    auto const own = site.artifactctl({"turn", what, "s"});
    if (std::string_view(what) == "observations") continue; // they fade in the meantime
    if (std::string_view(what) == "why") continue;          // prices come from the reader's own configuration
    EXPECT_EQ(seen.out, own.out) << what;
  }
  EXPECT_EQ(as_player({"--json", "turn", "why", "s"}).out,
            site.artifactctl({"--json", "turn", "why", "s"}).out);
}

TEST_F(TurnReading, ErrorsAndExitCodesAreThoseOfTheDatabase) {
  begin();
  auto const empty = site.session("empty");
  RunningDaemon daemon(site);
  EXPECT_EQ(as_player({"turn", "scene", "s", "--turn", "7"}).exit, 3);
  auto const none = as_player({"turn", "log", empty.path().string()});
  EXPECT_EQ(none.exit, 3);
  EXPECT_NE(none.err.find("turn begin"), std::string::npos) << none.err;
  EXPECT_EQ(as_player({"turn", "reveal", "s"}).exit, 4);
}

TEST_F(TurnReading, WithoutADaemonItSaysWhoMay) {
  begin();
  auto const refused = as_player({"turn", "log", "s"});
  EXPECT_NE(refused.exit, 0);
  EXPECT_NE(refused.err.find("only its user may open it"), std::string::npos) << refused.err;
}

TEST_F(TurnReading, RootOpensNoDatabaseOfAnotherUser) {
  if (!is_root()) GTEST_SKIP() << "needs a second user";
  begin();
  for (auto const& entry : fs::directory_iterator(site.path() / "state"))
    ASSERT_EQ(::chown(entry.path().c_str(), players_user, players_user), 0);
  EXPECT_THAT(site.artifactctl({"turn", "log", "s"}).err, testing::HasSubstr("only its user may open it"));
  EXPECT_THAT(site.artifactctl({"turn", "list", "stories"}).err, testing::HasSubstr("run this as that user"));
}

TEST_F(TurnReading, WhoIsNotInTheSocketsGroupIsToldSo) {
  if (!is_root()) GTEST_SKIP() << "needs a second user";
  begin();
  ASSERT_EQ(::chown((site.path() / "run").c_str(), 0, 0), 0);
  RunningDaemon daemon(site);
  auto const refused = as_player({"turn", "log", "s"});
  EXPECT_EQ(refused.exit, 74);
  EXPECT_NE(refused.err.find("which this user is not in"), std::string::npos) << refused.err;
}

TEST_F(TurnReading, WhoMayNotReadTheSessionSeesNothingOfItsStory) {
  if (!is_root()) GTEST_SKIP() << "needs a second user";
  begin();
  fs::permissions(directory.path(), fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
  RunningDaemon daemon(site);
  auto const refused = as_player({"turn", "log", directory.path().string()});
  EXPECT_NE(refused.exit, 0);
  EXPECT_EQ(refused.out, "");
}

TEST_F(TurnReading, ADamagedDatabaseIsToldAtOnceAndLeavesNoSignal) {
  begin();
  std::ofstream(site.path() / "state/turns.db") << "no database";
  for (auto const* suffix : {"-wal", "-shm"})
    fs::remove(site.path() / (std::string("state/turns.db") + suffix));
  auto const told = say("I say hello.");
  EXPECT_EQ(told.exit, 74) << told.err;
  EXPECT_NE(told.err.find("turns.db"), std::string::npos) << told.err;
  for (auto const& entry : fs::directory_iterator(directory.path()))
    EXPECT_NE(entry.path().extension(), ".lock") << entry.path();
  EXPECT_EQ(site.artifactctl({"turn", "log", "s"}).exit, 74);
  EXPECT_EQ(site.artifactctl({"turn", "list", "stories"}).exit, 74);
}

} // namespace
} // namespace artifactd::test
