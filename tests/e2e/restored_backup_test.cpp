// Backups restored elsewhere, and served from there.
#include "tests/e2e/backup_site.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/e2e/turn_site.hpp"

#include <array>
#include <fstream>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::HasSubstr;

class RestoredBackup : public BackupSite {};

TEST_F(RestoredBackup, KeepsWhatIsPendingAndWhatIsRefused) {
  auto const session = site.session("s");
  session.submit("good");
  session.artifact("bad", "x.json", "{\"a\": 1, \"a\": 2}");
  session.drop("bad");
  settle();
  ASSERT_TRUE(session.merged("good") && session.refused("bad"));
  session.submit("late");
  ASSERT_EQ(make().exit, 0);
  auto const done = restore();
  ASSERT_EQ(done.exit, 0) << done.out << done.err;
  auto const copy = restored("s");
  EXPECT_TRUE(copy.pending("late") && copy.refused("bad") && copy.merged("good"));
  EXPECT_EQ(copy.graph_text(), session.graph_text());
  EXPECT_THAT(there({"log", "--session", copy.path().string()}).out, HasSubstr("bad"));

  fs::rename(copy / "bad.kg.lock.error", copy / "bad.kg.lock");
  Child once({{site.program("artifactd"), "--config", config(), "--once"}});
  ASSERT_TRUE(once.wait());
  EXPECT_TRUE(copy.merged("late"));
  EXPECT_TRUE(copy.refused("bad"));
  EXPECT_EQ(copy.instructions("bad")["attempt"], 2) << copy.instructions("bad").dump(1);
  EXPECT_TRUE(session.pending("late")) << "the original is left alone";
}

TEST_F(RestoredBackup, CountsNoAttemptForAStateThatWasRefused) {
  site.session("s").write("state.json", "{}");
  settle();
  ASSERT_EQ(site.session("s").instructions("state")["attempt"], 1);
  ASSERT_EQ(make().exit, 0);
  ASSERT_EQ(restore().exit, 0);
  Child once({{site.program("artifactd"), "--config", config(), "--once"}});
  ASSERT_TRUE(once.wait());
  auto const told = restored("s").instructions("state");
  EXPECT_EQ(told["attempt"], 1) << told.dump(1);
  EXPECT_EQ(told["budget"], site.session("s").instructions("state")["budget"]);
}

TEST_F(RestoredBackup, KeepsModesTimesAndAttributes) {
  auto const session = site.session("s");
  session.submit("a");
  settle();
  auto const graph = session / "knowledge-graph.json";
  ASSERT_EQ(::setxattr(graph.c_str(), "user.mark", "x\0y", 3, 0), 0);
  session.write("notes", "text");
  ASSERT_EQ(::chmod((session / "notes").c_str(), 0640), 0);
  ASSERT_EQ(::chmod(session.path().c_str(), 02750), 0);
  ASSERT_EQ(make().exit, 0);
  ASSERT_EQ(restore().exit, 0);
  auto const copy = restored("s");
  std::array<char, 16> value{};
  EXPECT_EQ(::getxattr((copy / "knowledge-graph.json").c_str(), "user.mark", value.data(), value.size()), 3);
  EXPECT_GT(::getxattr((copy / "knowledge-graph.json").c_str(), "user.artifactd.settled", nullptr, 0), 0);
  EXPECT_EQ(fs::last_write_time(copy / "notes"), fs::last_write_time(session / "notes"));
  struct stat status{};
  ASSERT_EQ(::stat((copy / "notes").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640U);
  ASSERT_EQ(::stat(copy.path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 02750U);
  ASSERT_EQ(::stat(archive().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
}

TEST_F(RestoredBackup, RestoresOwnersAsRoot) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  auto const session = site.session("s");
  session.write("notes", "text");
  ASSERT_EQ(shell("chown -R daemon:daemon '" + session.path().string() + "'").exit, 0);
  ASSERT_EQ(make().exit, 0);
  ASSERT_EQ(restore().exit, 0);
  for (auto const& path : {restored("s").path(), restored("s") / "notes"}) {
    struct stat status{};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, 1U) << path;
  }
}

TEST_F(RestoredBackup, IsRestoredIntoAnEmptyDirectoryOnly) {
  site.session("s").submit("a");
  ASSERT_EQ(make().exit, 0);
  fs::create_directories(place());
  std::ofstream(place() / "mine") << "x";
  auto const refused = restore();
  EXPECT_EQ(refused.exit, 4);
  EXPECT_THAT(refused.err, HasSubstr("is not empty"));
  EXPECT_EQ(std::distance(fs::directory_iterator(place()), {}), 1);
}

TEST_F(RestoredBackup, IsServedBesideTheOriginal) {
  site.session("s").submit("a");
  RunningDaemon const daemon(site);
  ASSERT_EQ(make().exit, 0);
  ASSERT_EQ(restore().exit, 0);
  Child other({{site.program("artifactd"), "--config", config()}});
  EXPECT_TRUE(eventually([&] { return there({"status"}).exit != 7; })) << other.err();
  std::ofstream(site.path() / "x.json") << "{}";
  auto const submitted = site.artifactctl(
      {"submit", site.session("s").path().string(), "b", (site.path() / "x.json").string(), "--wait"});
  EXPECT_EQ(submitted.exit, 0) << "the original daemon is still seen: " << submitted.err;
  other.send(SIGTERM);
  EXPECT_EQ(other.wait(), 0) << other.err();
}

TEST_F(RestoredBackup, DoesNotListenWhereTheOriginalDoes) {
  site.configure("[web]\nlisten = \"127.0.0.1:8470\" # mine\nstreams = 9\n");
  ASSERT_EQ(make().exit, 0);
  auto const done = restore();
  EXPECT_THAT(done.out, HasSubstr("[web] listen = \"127.0.0.1:8470\"\n"));
  auto const settings = Json::parse(there({"config", "show", "--json"}).out);
  EXPECT_EQ(settings["settings"]["web"]["listen"], "") << settings.dump(1);
  EXPECT_EQ(settings["settings"]["web"]["streams"], 9);
}

TEST_F(RestoredBackup, MayBeNamedByARelativePath) {
  site.session("s").submit("a");
  ASSERT_EQ(make().exit, 0);
  auto const done = shell(
      "'" + site.program("artifactctl") + "' backup restore '" + archive() + "' --to restored/", site.path());
  EXPECT_EQ(done.exit, 0) << done.err;
  EXPECT_TRUE(restored("s").pending("a"));
  EXPECT_EQ(site.artifactctl({"backup", "restore", archive(), "--to", ""}).exit, 2);
}

TEST_F(RestoredBackup, KeepsTheModeOfTheConfiguration) {
  site.session("s").submit("a");
  fs::permissions(site.config(), fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  ASSERT_EQ(make().exit, 0);
  ASSERT_EQ(restore().exit, 0);
  EXPECT_EQ(fs::status(config()).permissions(), fs::status(site.config()).permissions());
}

TEST_F(RestoredBackup, SaysWhereARootWillLive) {
  site.session("s").submit("a");
  settle();
  ASSERT_EQ(make().exit, 0);
  auto const move = [&](std::string const& word) {
    return site.artifactctl({"backup", "restore", archive(), "--to", place().string(), "--root", word});
  };
  EXPECT_EQ(move("/unknown=/x").exit, 3);
  EXPECT_FALSE(fs::exists(place())) << "nothing is written before the words are checked";
  EXPECT_EQ(move("relative").exit, 2);
  auto const home = (site.path() / "new home").string();
  auto const done = move(site.root().string() + "/=" + home + "/");
  ASSERT_EQ(done.exit, 0) << done.err;
  fs::rename(place() / "root", home);
  EXPECT_EQ(there({"log", "--session", home + "/s"}).exit, 0) << "the journal knows it by the new path";
  EXPECT_THAT(there({"config", "show"}).out, HasSubstr(home));
}

class BackupOfStories : public TurnSite {};

TEST_F(BackupOfStories, GoOnWhereTheyAreRestored) {
  begin();
  ASSERT_EQ(say("I say hello.").exit, 0);
  auto const scene_before = scene();
  auto const archive = (site.path() / "backup.tar.zst").string();
  auto const place = site.path() / "restored";
  ASSERT_EQ(site.artifactctl({"backup", "--to", archive}).exit, 0);
  auto const done = site.artifactctl({"backup", "restore", archive, "--to", place.string()});
  ASSERT_EQ(done.exit, 0) << done.err;
  auto const there = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {site.program("artifactctl"), "--config",
                                 (place / "config/artifactd.toml").string(), "--json"});
    return run({.words = std::move(words)});
  };
  auto const log = Json::parse(there({"turn", "log", "s"}).out, nullptr, false);
  EXPECT_EQ(log.value("scene_index", -1L), scene_before) << log.dump();
  auto const said = there({"turn", "say", "s", "I go on."});
  EXPECT_EQ(said.exit, 0) << said.out << said.err;
  EXPECT_EQ(scene(), scene_before) << "the original story is another one now";
}

} // namespace
} // namespace artifactd::test
