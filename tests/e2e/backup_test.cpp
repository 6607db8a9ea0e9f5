// Backups of a site at work: what is in them, what is not, and what is wrong with damaged ones.
#include "tests/e2e/backup_site.hpp"
#include "tests/e2e/running_daemon.hpp"

#include <atomic>
#include <fstream>
#include <map>
#include <sys/stat.h>
#include <thread>
#include <tuple>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Backup : public BackupSite {};

TEST_F(Backup, MadeWhileAgentsDropLosesNothing) {
  std::atomic<int> dropped{0};
  {
    RunningDaemon const daemon(site);
    std::atomic<bool> stop{false};
    std::thread agents([&] { // each agent waits for the one 30 before it, so that the daemon keeps up
      auto const session = [&](int i) { return site.session("s" + std::to_string(i % 3)); };
      for (int i = 0; !stop; ++i) {
        if (i >= 30)
          std::ignore = eventually([&] { return stop || session(i).merged("a" + std::to_string(i - 30)); });
        session(i).submit("a" + std::to_string(i));
        ++dropped;
      }
    });
    EXPECT_TRUE(eventually([&] { return dropped > 60; }));
    auto const before = dropped.load();
    auto const made = make();
    stop = true;
    agents.join();
    ASSERT_EQ(made.exit, 0) << made.out << made.err;
    dropped = before;
  }
  auto const verified = site.artifactctl({"backup", "verify", archive()});
  EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
  auto const done = restore();
  ASSERT_EQ(done.exit, 0) << done.out << done.err;
  Child daemon({{site.program("artifactd"), "--config", config()}});
  EXPECT_TRUE(eventually([&] { return there({"status"}).exit != 7; }));
  for (int i = 0; i < dropped; ++i) {
    auto const session = restored("s" + std::to_string(i % 3));
    auto const agent = "a" + std::to_string(i);
    EXPECT_TRUE(eventually([&] { return session.merged(agent); })) << agent;
  }
  daemon.send(SIGTERM);
  EXPECT_EQ(daemon.wait(), 0) << daemon.err();
  for (auto const* session : {"s0", "s1", "s2"})
    EXPECT_THAT(restored(session).leftovers(), testing::IsEmpty());
}

TEST_F(Backup, FollowsNothingOutOfASession) {
  std::ofstream(site.path() / "outside") << "canary-outside";
  fs::create_directories(site.path() / "elsewhere");
  std::ofstream(site.path() / "elsewhere/file") << "canary-elsewhere";
  auto const session = site.session("s");
  session.write("inside", "text");
  fs::create_symlink(site.path() / "outside", session / "link");
  fs::create_symlink(site.path() / "elsewhere", session / "artifacts");
  fs::create_symlink(site.path() / "outside", session / "knowledge-graph.json");
  ASSERT_EQ(::mkfifo((session / "fifo").c_str(), 0666), 0);
  auto const made = site.artifactctl({"--json", "backup", "--to", archive()});
  ASSERT_EQ(made.exit, 0) << made.out << made.err;
  std::map<std::string, std::string> left;
  auto const told = Json::parse(made.out);
  for (auto const& row : told["left_out"])
    left[row["path"]] = row["why"];
  EXPECT_EQ(left["root/s/link"], "a symbolic link");
  EXPECT_EQ(left["root/s/artifacts"], "a symbolic link");
  EXPECT_EQ(left["root/s/knowledge-graph.json"], "a symbolic link");
  EXPECT_EQ(left["root/s/fifo"], "a FIFO");
  ASSERT_EQ(restore().exit, 0);
  EXPECT_EQ(restored("s").text("inside"), "text");
  EXPECT_FALSE(is_anywhere(place(), "canary-"));
}

TEST_F(Backup, HoldsNoKeysAndNoPasswords) {
  std::ofstream(site.path() / "key") << "canary-key";
  fs::create_hard_link(site.path() / "key", site.session("s") / "linked");
  std::ofstream(site.path() / "state-key") << "canary-key";
  ASSERT_EQ(site.artifactctl({"web", "token", "add", "canary-token"}).exit, 0);
  site.configure(
      "[models.m]\nkind = \"anthropic\"\nmodel = \"m\"\nbase_url = \"https://localhost/\"\nkey_file = \"" +
      (site.path() / "key").string() +
      "\"\n[[agent]]\nmatch = \"a\"\nreinvoke = [\"run\", \"--token\", \"canary-word\"]\n"
      "reinvoke_env = [\"API_KEY=canary-variable\"]\n");
  auto const made = make();
  ASSERT_EQ(made.exit, 0) << made.out << made.err;
  EXPECT_THAT(made.out, HasSubstr("the key of model m"));
  EXPECT_THAT(made.out, HasSubstr("web-tokens.json: tokens of the HTTP API"));
  ASSERT_EQ(restore().exit, 0);
  EXPECT_FALSE(is_anywhere(place(), "canary-"));
  EXPECT_EQ(there({"config", "check"}).exit, 0) << there({"config", "check"}).err;
}

TEST_F(Backup, SaysWhatItLeavesOutOfTheStateDirectory) {
  site.session("s").submit("a");
  settle();
  std::ofstream(site.path() / "state/journal.db") << std::string(8192, 'x');
  settle();
  std::ofstream(site.path() / "state/notes") << "mine";
  auto const made = make();
  ASSERT_EQ(made.exit, 0) << made.out << made.err;
  EXPECT_THAT(made.out, testing::ContainsRegex("journal.db.damaged-[^ ]*: a damaged database"));
  EXPECT_THAT(made.out, HasSubstr("state/notes: it is not artifactd's"));
}

TEST_F(Backup, IsNeverReplacedAndNeverInARoot) {
  site.session("s").submit("a");
  ASSERT_EQ(make().exit, 0);
  auto const again = make();
  EXPECT_EQ(again.exit, 4);
  EXPECT_THAT(again.err, HasSubstr("exists already"));
  auto const inside = site.artifactctl({"backup", "--to", (site.root() / "x.tar.zst").string()});
  EXPECT_EQ(inside.exit, 1);
  EXPECT_THAT(inside.err, HasSubstr("would lie in the root"));
  EXPECT_FALSE(fs::exists(site.root() / "x.tar.zst"));
  for (auto const& entry : fs::directory_iterator(site.path()))
    EXPECT_THAT(entry.path().filename().string(), Not(HasSubstr(".part"))) << "what was in the way is gone";
}

TEST_F(Backup, IsReadByTarToo) {
  if (shell("command -v zstd").exit != 0) GTEST_SKIP() << "tar runs zstd, which is not installed";
  site.session("s").submit("a");
  ASSERT_EQ(make().exit, 0);
  auto const listed = shell("tar --zstd -tf '" + archive() + "'");
  EXPECT_EQ(listed.exit, 0) << listed.err;
  EXPECT_THAT(listed.out, HasSubstr("root/s/a.kg.lock\n"));
  EXPECT_EQ(shell("zstd -tq '" + archive() + "'").exit, 0) << "the digest behind it is skipped";
}

TEST_F(Backup, KeepsNamesWhateverTheLocale) {
  auto const session = site.session("s");
  for (auto const* name : {"\u65e5\u672c", "e\u0301", "\xff"})
    session.write(name, name);
  auto const in = [&](std::string const& locale, std::vector<std::string> words) {
    words.insert(words.begin(), {site.program("artifactctl"), "--config", site.config().string()});
    return run({.words = std::move(words), .environment = {{"LC_ALL", locale}}});
  };
  ASSERT_EQ(in("C.UTF-8", {"--progress", "backup", "--to", archive()}).exit, 0);
  auto const verified = in("C", {"backup", "verify", archive()});
  EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
  ASSERT_EQ(in("C", {"backup", "restore", archive(), "--to", place().string()}).exit, 0);
  for (auto const* name : {"\u65e5\u672c", "e\u0301", "\xff"})
    EXPECT_EQ(restored("s").text(name), name);
}

TEST_F(Backup, NamesAJournalThatSomebodyMovedAway) {
  auto const session = site.session("s");
  {
    RunningDaemon const daemon(site);
    fs::rename(site.path() / "state/journal.db", site.path() / "journal.aside");
    auto const made = make();
    EXPECT_EQ(made.exit, 6) << made.err;
    EXPECT_THAT(made.out, HasSubstr("state/journal.db: it is gone, though artifactd runs here"));
    session.submit("a");
    EXPECT_TRUE(eventually([&] { return fs::exists(site.path() / "state/journal.db"); }));
  }
  fs::remove(archive());
  EXPECT_EQ(make().exit, 0) << "the daemon began another one";
}

TEST_F(Backup, OfNothingFails) {
  auto const empty = (site.path() / "empty.toml").string();
  std::ofstream(empty) << "state_dir = \"" << (site.path() / "state").string() << "\"\n";
  auto const made =
      run({.words = {site.program("artifactctl"), "--config", empty, "backup", "--to", archive()}});
  EXPECT_EQ(made.exit, 5) << made.out;
  EXPECT_THAT(made.err, HasSubstr("no root is configured"));
  EXPECT_FALSE(fs::exists(archive()));
}

TEST_F(Backup, NamesTheSessionThatItCouldNotCopy) {
  site.session("s").submit("a");
  site.session("t").submit("a");
  Child holder({{"flock", site.session("s").path().string(), "sh", "-c", "echo held; exec sleep 300"}});
  ASSERT_TRUE(eventually([&] { return holder.out() == "held\n"; }));
  auto const made = site.artifactctl({"--json", "backup", "--to", archive()});
  EXPECT_EQ(made.exit, 6) << made.out << made.err;
  auto const told = Json::parse(made.out);
  EXPECT_EQ(told["sessions"], 1);
  ASSERT_EQ(told["missing"].size(), 1U);
  EXPECT_EQ(told["missing"][0]["path"], site.session("s").path().string());
  EXPECT_EQ(site.artifactctl({"backup", "verify", archive()}).exit, 0);
}

TEST_F(Backup, InterruptedKeepsNothingAndEndsByTheSignal) {
  site.session("s").submit("a");
  site.session("t").submit("a");
  // Each session that is held keeps the backup waiting for five seconds.
  Child holder({{"flock", site.session("s").path().string(), "flock", site.session("t").path().string(), "sh",
                 "-c", "echo held; exec sleep 300"}});
  ASSERT_TRUE(eventually([&] { return holder.out() == "held\n"; }));
  Child backup({{"env", "--default-signal=INT", site.program("artifactctl"), "--config",
                 site.config().string(), "--json", "--progress", "backup", "--to", archive()}});
  ASSERT_TRUE(eventually([&] { return backup.err().find("progress") != std::string::npos; }));
  backup.send(SIGINT);
  EXPECT_EQ(backup.wait(), 130) << backup.err();
  EXPECT_THAT(backup.out() + backup.err(), HasSubstr("nothing was kept"));
  EXPECT_FALSE(fs::exists(archive()));
}

TEST_F(Backup, ThatIsDamagedIsRecognised) {
  site.session("s").submit("a");
  settle();
  ASSERT_EQ(make().exit, 0);
  std::ifstream in(archive(), std::ios::binary);
  std::string const bytes{std::istreambuf_iterator<char>(in), {}};
  auto const judged = [&](std::string const& text) {
    auto const path = (site.path() / "damaged").string();
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
    auto const ended = site.artifactctl({"backup", "verify", path});
    EXPECT_THAT(ended.err, HasSubstr(path));
    return ended.exit;
  };
  for (std::size_t cut = 0; cut < bytes.size(); cut += bytes.size() / 12 + 1)
    EXPECT_EQ(judged(bytes.substr(0, cut)), 1) << "cut at " << cut;
  EXPECT_EQ(judged(bytes.substr(0, bytes.size() - 1)), 1);
  for (std::size_t at = 0; at < bytes.size(); at += bytes.size() / 25 + 1) {
    auto flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
    EXPECT_EQ(judged(flipped), 1) << "flipped at " << at;
  }
  EXPECT_EQ(judged("not an archive"), 1);
  EXPECT_EQ(judged(std::string(100'000, '\0')), 1);
  EXPECT_EQ(site.artifactctl({"backup", "verify", site.path().string()}).exit, 1);
  EXPECT_EQ(site.artifactctl({"backup", "verify", "/no/such/file"}).exit, 3);
  auto const refused =
      site.artifactctl({"backup", "restore", (site.path() / "damaged").string(), "--to", place().string()});
  EXPECT_EQ(refused.exit, 1);
  EXPECT_FALSE(fs::exists(place())) << "nothing is written before the archive is verified";
}

TEST_F(Backup, SaysThatAGraphWasDamagedAlready) {
  auto const session = site.session("s");
  session.write("knowledge-graph.json", "{\"half\": ");
  ASSERT_EQ(make().exit, 0);
  auto const verified = site.artifactctl({"backup", "verify", archive()});
  EXPECT_EQ(verified.exit, 1);
  EXPECT_THAT(verified.out, HasSubstr("damaged when it was made: root/s/knowledge-graph.json"));
  EXPECT_EQ(restore().exit, 0) << "it is all there is";
}

TEST_F(Backup, OfANewerVersionIsRefusedBeforeAnythingIsWritten) {
  site.session("s").submit("a");
  settle();
  auto const layout = [&](std::string const& number) {
    return shell("python3 -c \"import sqlite3; sqlite3.connect('state/journal.db').execute('PRAGMA "
                 "user_version = " +
                     number + "')\"",
                 site.path())
        .exit;
  };
  ASSERT_EQ(layout("99"), 0);
  ASSERT_EQ(make().exit, 0);
  for (auto const& ended : {site.artifactctl({"backup", "verify", archive()}), restore()}) {
    EXPECT_EQ(ended.exit, 74) << ended.out;
    EXPECT_THAT(ended.err, HasSubstr("state/journal.db was made by a newer artifactd (layout 99"));
  }
  EXPECT_FALSE(fs::exists(place()));
}

TEST_F(Backup, TellsItsProgressAsEvents) {
  for (int i = 0; i < 5; ++i)
    site.session("s" + std::to_string(i)).submit("a");
  auto const made = site.artifactctl({"--json", "--progress", "backup", "--to", archive()});
  ASSERT_EQ(made.exit, 0);
  std::istringstream lines(made.err);
  std::string first;
  std::getline(lines, first);
  auto const event = Json::parse(first, nullptr, false);
  EXPECT_EQ(event["event"], "progress");
  EXPECT_EQ(event["of"], 5);
  EXPECT_EQ(Json::parse(made.out)["sessions"], 5);
  fs::remove(archive());
  EXPECT_EQ(make().err, "") << "nothing in a pipe";
}

} // namespace
} // namespace artifactd::test
