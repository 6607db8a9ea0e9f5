#include "state/platform/fd.hpp"
#include "tests/support/kinds.hpp"
#include "tests/support/mounted.hpp"
#include "tests/support/scratch_dir.hpp"
#include "watchers/scan.hpp"
#include "watchers/session_key.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;

class ScanTest : public testing::Test {
protected:
  UniqueFd session() { return std::move(*open_trusted_directory(dir_.path())); }
  SessionSigns scan() {
    auto signs = scan_session(session().get(), test::kinds());
    if (!signs) throw std::runtime_error(signs.error().message);
    return *std::move(signs);
  }
  Oddity oddity(std::string const& file) {
    auto signs = scan();
    EXPECT_TRUE(signs.pending.empty());
    auto at = std::ranges::find(signs.odd, file, &OddFile::file);
    if (at == signs.odd.end()) throw std::runtime_error("not odd: " + printable(file));
    return at->why;
  }

  test::ScratchDir dir_;
};

TEST_F(ScanTest, ListsSignalsByNameAndIgnoresTheRest) {
  dir_.write("b.kg.lock", "");
  dir_.write("a.kg.lock", "with a few words");
  dir_.write("c.kg.lock.error", "");
  dir_.write("knowledge-graph.json", "{}");
  dir_.write("a.retry-instructions.json", "{}");
  dir_.write("other.lock", "");
  fs::create_directory(dir_ / ".kg-merge.lock");
  auto signs = scan();
  ASSERT_EQ(signs.pending.size(), 2U);
  EXPECT_EQ(signs.pending[0].name.name.str(), "a");
  EXPECT_EQ(signs.pending[0].stamp.size, 16U);
  EXPECT_EQ(signs.pending[1].name.name.str(), "b");
  ASSERT_EQ(signs.refused.size(), 1U);
  EXPECT_EQ(signs.refused[0].name.name.str(), "c");
  EXPECT_TRUE(signs.odd.empty());
}

TEST_F(ScanTest, NamesKindsThatAreNotServedButNoLocksOfFiles) {
  for (auto const* file :
       {"a.kgs.lock", "a.state.lock", "b.db", "b.db.lock", "c.json.lock", "d.kgs.lock.error"})
    dir_.write(file, "");
  auto const signs = scan();
  ASSERT_EQ(signs.odd.size(), 2U);
  EXPECT_EQ(signs.odd[0].file, "a.kgs.lock");
  EXPECT_EQ(signs.odd[1].file, "a.state.lock");
  EXPECT_EQ(oddity_word(signs.odd[0].why), "unknown_kind");
  EXPECT_TRUE(signs.pending.empty());
}

TEST_F(ScanTest, NamesFilesThatAreSignalsButForTheCase) {
  for (auto const* file : {"a.KG.lock", "c.kg.LOCK", "j.Kg.Lock", "J.kg.lock", "x.LOCK", ".LOCK", "KG.LOCK"})
    dir_.write(file, "");
  auto const signs = scan();
  ASSERT_EQ(signs.odd.size(), 3U);
  for (auto const& odd : signs.odd)
    EXPECT_EQ(oddity_word(odd.why), "wrong_case") << odd.file;
  ASSERT_EQ(signs.pending.size(), 1U);
  EXPECT_EQ(signs.pending[0].name.name.str(), "J");
}

TEST_F(ScanTest, NamesFilesWhoseEndingIsMisspelt) {
  for (auto const* file :
       {"a.kg.lck", "B.KG.Locks", "c.kg.locked", "d.kg.clock", "e.kgs.lck", "lck", "kg.lck", "f.kg.lock.lck"})
    dir_.write(file, "");
  auto const signs = scan();
  ASSERT_EQ(signs.odd.size(), 3U);
  for (auto const& odd : signs.odd)
    EXPECT_EQ(oddity_word(odd.why), "misspelt") << odd.file;
  EXPECT_TRUE(signs.pending.empty());
}

TEST_F(ScanTest, SeesADocumentWhateverFileItIs) {
  EXPECT_TRUE(scan().documents.empty());
  dir_.write("state.json", std::string(largest_signal + 1, ' '));
  dir_.write("state.json.error", std::string(largest_signal + 1, ' '));
  EXPECT_EQ(scan().documents.at(0).stamp.size, largest_signal + 1);
  EXPECT_TRUE(scan().pending.empty());
  EXPECT_EQ(scan().refused.size(), 1U);
  fs::remove(dir_ / "state.json");
  fs::create_symlink("nowhere", dir_ / "state.json");
  EXPECT_EQ(scan().documents.size(), 1U);
  EXPECT_TRUE(scan().odd.empty());
}

TEST_F(ScanTest, OnlyRegularFilesAreSignals) {
  dir_.write("real.txt", "");
  fs::create_symlink("real.txt", dir_ / "a.kg.lock");
  EXPECT_EQ(oddity("a.kg.lock"), Oddity::symlink);
  fs::create_directory(dir_ / "b.kg.lock");
  EXPECT_EQ(oddity("b.kg.lock"), Oddity::directory);
  ASSERT_EQ(::mkfifo((dir_ / "c.kg.lock").c_str(), 0600), 0);
  EXPECT_EQ(oddity("c.kg.lock"), Oddity::fifo);
  UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT((dir_ / "d.kg.lock").string().size(), sizeof address.sun_path);
  (dir_ / "d.kg.lock").string().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(oddity("d.kg.lock"), Oddity::socket);
}

TEST_F(ScanTest, AMarkerIsSmall) {
  dir_.write("a.kg.lock", std::string(largest_signal, 'x'));
  EXPECT_EQ(scan().pending.size(), 1U);
  dir_.write("a.kg.lock", std::string(largest_signal + 1, 'x'));
  EXPECT_EQ(oddity("a.kg.lock"), Oddity::too_large);
}

class BadName : public ScanTest, public testing::WithParamInterface<std::string> {};

TEST_P(BadName, IsReportedAndNeverASignal) {
  dir_.write("good.kg.lock", "");
  auto file = GetParam() + ".kg.lock";
  dir_.write(file, "");
  auto signs = scan();
  ASSERT_EQ(signs.pending.size(), 1U);
  EXPECT_EQ(signs.pending[0].name.name.str(), "good");
  ASSERT_EQ(signs.odd.size(), 1U);
  EXPECT_EQ(signs.odd[0].file, file);
  EXPECT_EQ(signs.odd[0].why, Oddity::bad_name);
}

INSTANTIATE_TEST_SUITE_P(Hostile, BadName,
                         testing::Values("new\nline", "\x1b[31mred", "\u202ertl", "\xff\xfe", "-rf", "*",
                                         "$(id)", "a b", "", "..", std::string(247, 'x'),
                                         std::string(65, 'y'), "state", "a.kg", "\u00e9"));

TEST_F(ScanTest, AFloodOfOddFilesIsCountedNotListed) {
  for (int i = 0; i < 200; ++i)
    dir_.write("bad name " + std::to_string(i) + ".kg.lock", "");
  auto signs = scan();
  EXPECT_EQ(signs.odd_count, 200U);
  EXPECT_EQ(signs.odd.size(), 64U);
}

TEST_F(ScanTest, FindsWhatASettlingLeft) {
  EXPECT_FALSE(scan_leftovers(session().get())->any());
  fs::create_directories(dir_ / ".artifactd/work");
  EXPECT_FALSE(scan_leftovers(session().get())->any());
  dir_.write(".artifactd/work/temp", "");
  EXPECT_TRUE(scan_leftovers(session().get())->work);
  EXPECT_FALSE(scan_leftovers(session().get())->mutex);
  fs::create_directory(dir_ / ".kg-merge.lock");
  EXPECT_TRUE(scan_leftovers(session().get())->mutex);
  EXPECT_FALSE(scan_leftovers(session().get())->change);
  fs::create_directory(dir_ / ".artifactd-change");
  EXPECT_TRUE(scan_leftovers(session().get())->change);
}

TEST_F(ScanTest, DoesNotFollowALinkToSomebodyElsesLeftovers) {
  fs::create_directories(dir_ / "elsewhere/work");
  dir_.write("elsewhere/work/temp", "");
  fs::create_directory_symlink("elsewhere", dir_ / ".artifactd");
  auto left = scan_leftovers(session().get());
  ASSERT_TRUE(left);
  EXPECT_FALSE(left->work);
}

TEST_F(ScanTest, FindsMisplacedSignals) {
  EXPECT_TRUE(misplaced_signals(session().get(), test::kinds())->empty());
  dir_.write("artifacts/one/one.kg.lock", "");
  dir_.write("artifacts/one/data.json", "{}");
  dir_.write("artifacts/two/other.kg.lock", "");
  dir_.write("artifacts/three.kg.lock", "");
  dir_.write("knowledge/four.kg.lock", "");
  fs::create_directory_symlink("one", dir_ / "artifacts/link");
  EXPECT_EQ(*misplaced_signals(session().get(), test::kinds()),
            (std::vector<std::string>{"knowledge/four.kg.lock", "artifacts/three.kg.lock",
                                      "artifacts/one/one.kg.lock", "artifacts/two/other.kg.lock"}));
  EXPECT_EQ(misplaced_signals(session().get(), test::kinds(), 1)->size(), 1U);
}

TEST_F(ScanTest, ListsSessionsExactlyAtTheirDepth) {
  for (auto const* path :
       {"b/one", "a/two/deeper", "a/.hidden", ".box/three", "c", "a/lost+found", "lost+found/four"})
    fs::create_directories(dir_ / path);
  dir_.write("a/file", "");
  fs::create_directory_symlink("b", dir_ / "link");
  auto list = list_sessions(dir_.path(), 2);
  ASSERT_TRUE(list);
  EXPECT_EQ(list->paths, (std::vector<std::string>{"a/two", "b/one"}));
  EXPECT_TRUE(list->unreadable.empty());
  EXPECT_EQ(list_sessions(dir_.path(), 0)->paths, std::vector<std::string>{""});
  EXPECT_EQ(list_sessions(dir_ / "missing", 1).error().fault, Fault::missing);
}

TEST_F(ScanTest, ListsASessionThatIsMountedButDoesNotEnterIt) {
  fs::create_directories(dir_ / "team/s");
  test::Mounted const session(dir_ / "team/s");
  if (!session) GTEST_SKIP() << "needs the right to mount";
  EXPECT_EQ(list_sessions(dir_.path(), 2)->paths, std::vector<std::string>{"team/s"});
  auto const entered = enter_session({dir_.path(), "team/s"}, test::kinds());
  EXPECT_EQ(entered.error().fault, Fault::unsupported);
  EXPECT_TRUE(entered.error().message.starts_with("session.mount: ")) << entered.error().message;
  test::Mounted const above(dir_ / "team");
  EXPECT_EQ(list_sessions(dir_.path(), 2)->unreadable, std::vector<std::string>{"team"});
}

TEST_F(ScanTest, OpensSessionsOnlyBeneathTheirRoot) {
  fs::create_directories(dir_ / "root/session");
  fs::create_directory(dir_ / "outside");
  fs::create_directory_symlink("../outside", dir_ / "root/link");
  fs::create_directory_symlink("root", dir_ / "alias");
  EXPECT_TRUE(enter_session({dir_ / "root", "session"}, test::kinds()));
  EXPECT_TRUE(enter_session({dir_ / "alias", "session"}, test::kinds()))
      << "a link in the root's own path is the person's choice";
  EXPECT_EQ(enter_session({dir_ / "root", "link"}, test::kinds()).error().fault, Fault::unsafe);
  EXPECT_EQ(enter_session({dir_ / "root", "gone"}, test::kinds()).error().fault, Fault::missing);
  EXPECT_FALSE(enter_session({dir_ / "root", "../outside"}, test::kinds()));
}

} // namespace
} // namespace artifactd
