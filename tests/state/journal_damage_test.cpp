// Files that are not a journal, at the start or later: moved aside, replaced by a new journal, and reported.
#include "tests/state/journals.hpp"

namespace artifactd {
namespace {

using test::count;
using test::event;
using test::Journals;
using testing::ElementsAre;

TEST_F(Journals, ADamagedFileIsPutAsideAndANewOneBegun) {
  dir.write("journal.db", "this is no database, whatever its name says, and long enough to be looked at");
  auto journal = open();
  ASSERT_TRUE(journal.damaged());
  EXPECT_THAT(damaged_files(), testing::SizeIs(1));
  journal.append(event("/s", "a", "seen"));
  journal.flush();
  EXPECT_EQ(recent().size(), 1U);
}

TEST_F(Journals, DamageInsideAnOldFileIsNoticedAtTheStart) {
  {
    auto journal = open();
    for (int i = 0; i < 3000; ++i)
      journal.append(event("/session", "agent", "seen"));
  }
  auto bytes = dir.read("journal.db");
  for (std::size_t at = 3 * 4096; at + 100 < bytes.size(); at += 4096)
    bytes.replace(at, 100, 100, '\xa5');
  dir.write("journal.db", bytes);
  auto journal = open();
  EXPECT_TRUE(journal.damaged());
  journal.append(event("/s", "a", "new"));
  journal.flush();
  EXPECT_THAT(words(recent()), ElementsAre("new"));
}

TEST_F(Journals, AFileThatIsOverwrittenWhileInUseIsPutAsideAndANewOneBegun) {
  auto journal = open();
  EXPECT_EQ(count(journal, "/s", test::kg("a"), "k1", Tier::syntax), 1U);
  dir.write("journal.db", std::string(20'000, '\xa5'));
  auto damaged = JournalReader::open(path);
  EXPECT_EQ(damaged ? damaged->check().error().fault : damaged.error().fault, Fault::invalid);
  journal.append(event("/s", "a", "new"));
  journal.flush();
  EXPECT_FALSE(damaged_files().empty());
  EXPECT_TRUE(journal.damaged());
  EXPECT_THAT(words(recent()), ElementsAre("new"));
  EXPECT_TRUE(JournalReader::open(path)->check());
  EXPECT_EQ(count(journal, "/s", test::kg("a"), "k2", Tier::syntax), 1U);
}

TEST_F(Journals, OneThatIsMovedAwayIsWholeThereAndANewOneBegins) {
  namespace fs = std::filesystem;
  auto journal = open();
  journal.append(event("/s", "a", "before"));
  journal.flush();
  for (auto const with : {false, true}) {
    auto const aside = (dir / (with ? "second" : "first")).string();
    fs::rename(path, aside);
    if (with) fs::rename(path + "-wal", aside + "-wal");
    if (with) fs::rename(path + "-shm", aside + "-shm");
    journal.append(event("/s", "a", "after"));
    journal.flush();
    EXPECT_THAT(words(recent()), ElementsAre("after"));
    EXPECT_THAT(words(*JournalReader::open(aside)->recent(9, {})), ElementsAre(with ? "after" : "before"));
  }
  EXPECT_EQ(count(journal, "/s", test::kg("a"), "k1", Tier::syntax), 1U);
  EXPECT_EQ(journal.dropped(), 0U);
  EXPECT_FALSE(journal.trouble());
  EXPECT_THAT(damaged_files(), testing::IsEmpty());
}

TEST_F(Journals, OneThatIsDeletedOrReplacedIsFollowedByTheOneAtItsPlace) {
  namespace fs = std::filesystem;
  auto journal = open();
  journal.append(event("/s", "a", "before"));
  journal.flush();
  fs::remove(path);
  journal.append(event("/s", "a", "after"));
  journal.flush();
  EXPECT_THAT(words(recent()), ElementsAre("after"));
  {
    auto other = Journal::open((dir / "other").string(), {});
    other->append(event("/s", "a", "other"));
  }
  fs::rename(dir / "other", path);
  journal.append(event("/s", "a", "then"));
  journal.flush();
  EXPECT_THAT(words(recent()), testing::UnorderedElementsAre("other", "then"));
  EXPECT_TRUE(JournalReader::open(path)->check());
}

TEST_F(Journals, WithoutAPlaceForItTheReasonIsTold) {
  namespace fs = std::filesystem;
  fs::create_directory(dir / "state");
  path = (dir / "state/journal.db").string();
  auto journal = open();
  fs::rename(dir / "state", dir / "moved");
  journal.append(event("/s", "a", "lost"));
  journal.flush();
  EXPECT_TRUE(journal.trouble());
  fs::create_directory(dir / "state");
  journal.append(event("/s", "a", "after"));
  journal.flush();
  EXPECT_FALSE(journal.trouble());
  EXPECT_THAT(words(recent()), ElementsAre("after"));
}

TEST_F(Journals, AVisitorBeginsNoNewOne) {
  auto daemon = open();
  auto visitor = open({.check = Journal::Check::glance});
  std::filesystem::remove(path);
  visitor.append(event("/s", "a", "new"));
  visitor.flush();
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(Journals, AVisitorPutsNoOverwrittenFileAside) {
  auto daemon = open();
  auto visitor = open({.check = Journal::Check::glance});
  dir.write("journal.db", std::string(20'000, '\xa5'));
  visitor.append(event("/s", "a", "new"));
  visitor.flush();
  EXPECT_THAT(damaged_files(), testing::IsEmpty());
}

TEST_F(Journals, AVisitorBesideTheDaemonPutsNothingAside) {
  dir.write("journal.db", "this is no database, whatever its name says, and long enough to be looked at");
  EXPECT_EQ(Journal::open(path, {.check = Journal::Check::glance}).error().fault, Fault::invalid);
  EXPECT_THAT(damaged_files(), testing::IsEmpty());
}

TEST_F(Journals, ADirectoryInItsPlaceIsPutAside) {
  std::filesystem::create_directory(path);
  auto journal = open();
  EXPECT_TRUE(journal.damaged());
  EXPECT_EQ(count(journal, "/s", test::kg("a"), "k", Tier::syntax), 1U);
}

TEST_F(Journals, ASymlinkInItsPlaceIsNotFollowed) {
  dir.write("victim", "");
  std::filesystem::create_symlink(dir / "victim", path);
  auto journal = open();
  journal.append(event("/s", "a", "seen"));
  journal.flush();
  EXPECT_EQ(dir.read("victim"), "");
  EXPECT_TRUE(journal.damaged());
}

} // namespace
} // namespace artifactd
