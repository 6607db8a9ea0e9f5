// `doctor --fsck`: what artifactd stored, damaged in every way that it looks for.
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/running_daemon.hpp"
#include "tests/e2e/site.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class Fsck : public testing::Test {
protected:
  void SetUp() override {
    for (auto const* agent : {"a", "b", "c"}) {
      session.submit(agent);
      settle();
    }
    session.artifact("bad", "x.json", "{\"a\": 1, \"a\": 2}");
    session.drop("bad");
    settle();
    ASSERT_TRUE(session.refused("bad"));
  }

  void settle() const {
    Child once({{site.program("artifactd"), "--config", site.config().string(), "--once"}});
    ASSERT_TRUE(once.wait());
  }
  [[nodiscard]] fs::path generation() const {
    auto const folder = session / ".artifactd/generations";
    for (auto const& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".json") return entry.path();
    return {};
  }
  [[nodiscard]] std::string all_files() const {
    return shell("find . -printf '%p %s %m %U %i %T@\\n' | sort", session.path()).out;
  }
  void expect_problem(std::string const& text) const {
    auto const before = all_files();
    auto const ended = site.artifactctl({"doctor", "--fsck"});
    EXPECT_EQ(ended.exit, 6) << ended.out;
    EXPECT_THAT(ended.out, HasSubstr(text));
    EXPECT_EQ(all_files(), before) << "it changes nothing";
    auto const told = site.json({"doctor", "--fsck"});
    for (auto const& finding : told["findings"])
      EXPECT_TRUE(finding["weight"] != "problem" || finding["cure"] != "") << finding.dump();
  }
  static void overwrite(fs::path const& file, std::string const& text) {
    std::ofstream(file, std::ios::trunc) << text;
  }

  Site site;
  SessionDir session = site.session("s");
};

TEST_F(Fsck, DoctorAloneNamesADatabaseWhoseBeginningIsOverwritten) {
  std::ofstream(site.path() / "state/turns.db") << std::string(8192, 'x');
  auto const told = site.artifactctl({"doctor"});
  EXPECT_EQ(told.exit, 1);
  EXPECT_THAT(told.out, ContainsRegex("problem  .*/state/turns.db: .*not a database"));
  expect_problem("turns.db: ");
}

TEST_F(Fsck, FindsNothingWhereNothingIsWrong) {
  auto const told = site.json({"doctor", "--fsck"});
  EXPECT_EQ(told["sessions"], 1);
  EXPECT_GT(told["generations"], 0);
  EXPECT_GT(told["databases"], 0);
  auto const ended = site.artifactctl({"doctor", "--fsck"});
  EXPECT_EQ(ended.exit, 0) << ended.out;
}

TEST_F(Fsck, NotesAnUnknownNameAndLeavesItToANewerVersion) {
  session.write(".artifactd/planted", "x");
  auto const ended = site.artifactctl({"doctor", "--fsck"});
  EXPECT_EQ(ended.exit, 0) << ended.out;
  EXPECT_THAT(ended.out,
              HasSubstr(".artifactd/planted: this version of artifactd keeps nothing of that name"));
  EXPECT_THAT(ended.out, Not(HasSubstr("rm -r")));
}

TEST_F(Fsck, SaysHowToRemoveAMutexThatAnotherToolLeftWithFilesInIt) {
  site.configure("[kg]\nlock_stale_after = \"100ms\"\n");
  session.write(".kg-merge.lock/pid", "4711");
  RunningDaemon daemon(site);
  session.submit("d");
  ASSERT_TRUE(eventually([&] { return session.merged("d"); }));
  EXPECT_EQ(daemon.stop(), 0);
  auto const ended = site.artifactctl({"doctor", "--fsck"});
  EXPECT_EQ(ended.exit, 0) << ended.out;
  EXPECT_THAT(ended.out, ContainsRegex("another tool left a lock behind with files in it\n"
                                       " +rm -r -- [^ ]*/.artifactd/kept-mutex\\."));
  EXPECT_THAT(ended.out, Not(HasSubstr("keeps nothing of that name")));
}

TEST_F(Fsck, KnowsTheNoteOfAnotherToolsLock) {
  session.write(".artifactd/lock.1a2b.3c4d", "");
  auto const ended = site.artifactctl({"doctor", "--fsck"});
  EXPECT_EQ(ended.exit, 0) << ended.out;
  EXPECT_THAT(ended.out, Not(HasSubstr("lock.1a2b")));
}

TEST_F(Fsck, NotesATornLineOfTheSettledSignals) {
  for (int i = 0; i < 3; ++i) {
    session.drop("a");
    settle();
  }
  ASSERT_TRUE(fs::exists(session / ".artifactd/settled")) << "work that changes nothing is recorded there";
  auto const sound = site.artifactctl({"doctor", "--fsck"});
  EXPECT_EQ(sound.exit, 0) << sound.out;
  EXPECT_THAT(sound.out, Not(HasSubstr("settled")));
  std::ofstream(session / ".artifactd/settled", std::ios::app) << "\na.kg 12";
  auto const torn = site.artifactctl({"doctor", "--fsck"});
  EXPECT_EQ(torn.exit, 0) << torn.out;
  EXPECT_THAT(torn.out, HasSubstr(".artifactd/settled: a line of it is damaged"));
}

TEST_F(Fsck, FindsUnfinishedWork) {
  session.write(".artifactd/work/graph.new.1", "x");
  expect_problem("unfinished work of a killed artifactd");
}

TEST_F(Fsck, FindsADamagedGeneration) {
  auto const file = generation();
  auto const size = fs::file_size(file);
  overwrite(file, std::string(size, '{'));
  expect_problem(file.filename().string());
}

TEST_F(Fsck, FindsAGenerationCutShort) {
  overwrite(generation(), "{}");
  expect_problem("it has 2 bytes, and had");
}

TEST_F(Fsck, FindsAttemptsThatCannotBeRead) {
  overwrite(session / ".artifactd/attempts/bad.kg.json", "{");
  expect_problem("the attempts that it counts cannot be read");
}

TEST_F(Fsck, FindsAWrongOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  ASSERT_EQ(shell("chown -R daemon:daemon .", session.path()).exit, 0);
  ASSERT_EQ(shell("chown bin:bin .artifactd/redo", session.path()).exit, 0);
  expect_problem(".artifactd/redo: it belongs to user 2");
}

TEST_F(Fsck, FindsNoWrongOwnerWhereTheDaemonHasAnAccountOfItsOwn) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  ASSERT_EQ(shell("chown daemon:daemon . && chown -R bin:bin .artifactd", session.path()).exit, 0);
  auto const ended = site.artifactctl({"doctor", "--fsck"});
  EXPECT_EQ(ended.exit, 0) << ended.out;
}

TEST_F(Fsck, FindsNoWrongOwnerWhereAGroupSharesTheSession) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  ASSERT_EQ(
      shell("chown -R daemon:users . && chmod g+rwxs . && chown bin:users .artifactd/redo", session.path())
          .exit,
      0);
  auto const ended = site.artifactctl({"doctor", "--fsck"});
  EXPECT_EQ(ended.exit, 0) << ended.out;
}

TEST_F(Fsck, FindsADamagedJournal) {
  auto const journal = site.path() / "state/journal.db";
  auto const size = fs::file_size(journal);
  ASSERT_GT(size, 8192U);
  std::fstream(journal, std::ios::in | std::ios::out | std::ios::binary)
      .seekp(4096)
      .write(std::string(4096, 'x').data(), 4096);
  expect_problem("journal.db");
}

TEST_F(Fsck, RefusesTheJournalOfANewerVersion) {
  ASSERT_EQ(shell("python3 -c \"import sqlite3; sqlite3.connect('state/journal.db').execute('PRAGMA "
                  "user_version = 99')\"",
                  site.path())
                .exit,
            0);
  expect_problem("was made by another version of artifactd");
}

} // namespace
} // namespace artifactd::test
