#include "state/settle/redo_record.hpp"
#include "tests/support/redo_text.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::must;
using test::redo_text;
using ChangeHow = Redo::Change::How;

constexpr auto redo_file = ".artifactd/redo";

Redo some_redo(std::string const& value) {
  Redo redo;
  redo.version = {.inode = 7, .birth_ns = 1, .modified_ns = 2, .size = 3};
  redo.base = Stamp{.inode = 6, .birth_ns = 1, .modified_ns = 2, .changed_ns = 9, .size = 3};
  redo.changes = {{ChangeHow::set, "a b\n", value, "1\n2"},
                  {ChangeHow::removed, "c", "", "null"},
                  {ChangeHow::added, "d", "[1]", {}}};
  return redo;
}

bool same(Redo const& a, Redo const& b) {
  auto same_change = [](Redo::Change const& x, Redo::Change const& y) {
    return x.how == y.how && x.key == y.key && x.value == y.value && x.former == y.former;
  };
  return a.what == b.what && a.number == b.number && a.at_ns == b.at_ns &&
         same_version(a.version, b.version) && a.base.has_value() == b.base.has_value() &&
         (!a.base || (same_version(*a.base, *b.base) && a.base->changed_ns == b.base->changed_ns)) &&
         std::ranges::equal(a.changes, b.changes, same_change);
}

class RedoTest : public testing::Test {
protected:
  void append(std::string const& value) { must(append_redo(dir_.session(), some_redo(value))); }
  [[nodiscard]] std::vector<std::string> values() const {
    std::vector<std::string> found;
    for (auto const& each : must(read_redo(dir_.session())))
      found.push_back(each.changes.at(0).value);
    return found;
  }
  using Values = std::vector<std::string>;

  test::SessionDir dir_;
};

TEST_F(RedoTest, OfASessionWithoutOneIsEmpty) {
  EXPECT_TRUE(must(read_redo(dir_.session())).empty());
  EXPECT_EQ(redo_standing(dir_.session().directory()), RedoStanding::unknown);
  EXPECT_TRUE(dir_.names(".").empty());
}

TEST_F(RedoTest, RecordsAreReadAsTheyWereWritten) {
  append("one");
  append("");
  auto records = must(read_redo(dir_.session()));
  ASSERT_EQ(records.size(), 2U);
  auto expected = some_redo("one");
  expected.number = 1;
  expected.at_ns = records[0].at_ns;
  EXPECT_TRUE(same(records[0], expected));
  EXPECT_EQ(records[1].number, 2U);
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

TEST_F(RedoTest, ATornRecordEndsTheListAndTheNextTakesItsPlace) {
  append("one");
  append("two");
  auto const whole = dir_.read(redo_file);
  for (std::size_t cut = 1; cut < whole.size() / 2; cut += 7) {
    dir_.write(redo_file, whole.substr(0, whole.size() - cut));
    EXPECT_EQ(values(), Values{"one"}) << cut;
    append("three");
    EXPECT_EQ(values(), (Values{"one", "three"})) << cut;
    dir_.write(redo_file, whole);
  }
}

TEST_F(RedoTest, ABlockThatNeverReachedTheDiskEndsTheList) {
  append("one");
  append("two");
  auto text = dir_.read(redo_file);
  auto at = text.find("two");
  text.replace(at, 3, std::string(3, '\0'));
  dir_.write(redo_file, text);
  EXPECT_EQ(values(), Values{"one"});
}

TEST_F(RedoTest, WhatIsNoPlainFileOfOursIsReplacedAndNeverWrittenThrough) {
  dir_.write("elsewhere", "theirs");
  must(dir_.session().private_directory(".artifactd"));
  fs::create_symlink("../elsewhere", dir_ / redo_file);
  append("one");
  EXPECT_EQ(values(), Values{"one"});
  fs::remove(dir_ / redo_file);
  fs::create_hard_link(dir_ / "elsewhere", dir_ / redo_file);
  EXPECT_TRUE(values().empty());
  append("two");
  EXPECT_EQ(values(), Values{"two"});
  fs::remove(dir_ / redo_file);
  ASSERT_EQ(::mkfifo((dir_ / redo_file).c_str(), 0600), 0);
  EXPECT_TRUE(values().empty());
  append("three");
  EXPECT_EQ(values(), Values{"three"});
  EXPECT_EQ(dir_.read("elsewhere"), "theirs");
}

TEST_F(RedoTest, AnotherUsersFileIsReadAndReplaced) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make a file of another user's";
  append("one");
  ASSERT_EQ(::chown((dir_ / redo_file).c_str(), 4001, 4001), 0);
  auto theirs = dir_.stamp(redo_file);
  append("two");
  EXPECT_FALSE(same_file(dir_.stamp(redo_file), theirs));
  EXPECT_EQ(values(), (Values{"one", "two"}));
}

TEST_F(RedoTest, OldRecordsGoOnceTheyAreMostOfTheFile) {
  for (int i = 0; i < 170; ++i)
    append("old");
  std::string older;
  for (auto& record : must(read_redo(dir_.session()))) {
    record.at_ns -= std::int64_t{3600} * 1'000'000'000;
    older += redo_text(record);
  }
  dir_.write(redo_file, older);
  for (int i = 0; i < 200; ++i)
    append("new");
  auto now = values();
  EXPECT_EQ(std::ranges::count(now, "new"), 200) << "of the last minute";
  EXPECT_EQ(std::ranges::count(now, "old"), 0);
  EXPECT_EQ(must(read_redo(dir_.session())).back().number, 370U);
}

TEST_F(RedoTest, LargeRecordsGoBeforeTheFileGrowsWithoutBound) {
  for (int i = 0; i < 12; ++i)
    append(std::string(std::size_t{16} << 20, 'x'));
  EXPECT_LE(dir_.stamp(redo_file).size, std::uint64_t{150} << 20);
  EXPECT_GE(values().size(), 3U);
}

TEST_F(RedoTest, RecordsThatAreAllYoungAreNotCopiedAgain) {
  append("first");
  auto const file = dir_.stamp(redo_file);
  for (int i = 0; i < 520; ++i) // twice past the number at which old ones are looked for
    append("young");
  EXPECT_TRUE(same_file(dir_.stamp(redo_file), file));
  EXPECT_EQ(values().size(), 521U);
}

TEST_F(RedoTest, ADamagedRecordEndsWhatIsKeptOfTheFile) {
  for (int i = 0; i < 255; ++i)
    append(i < 200 ? "old" : i == 230 ? "damaged" : "young");
  std::string text;
  for (auto& record : must(read_redo(dir_.session()))) {
    if (record.number <= 200) record.at_ns -= std::int64_t{3600} * 1'000'000'000;
    text += redo_text(record);
  }
  text.replace(text.find("damaged"), 7, "DAMAGED");
  dir_.write(redo_file, text);
  append("at the limit"); // the number at which old ones are looked for
  append("new");
  auto const now = must(read_redo(dir_.session()));
  ASSERT_FALSE(now.empty());
  EXPECT_GT(now.front().number, 190U);
  EXPECT_EQ(now[now.size() - 2].number, 230U) << "the last one before the damage";
  EXPECT_EQ(now.back().number, 231U);
  EXPECT_EQ(now.back().changes.at(0).value, "new");
}

TEST_F(RedoTest, AnUnreadableRecordGoesWithAllThatFollowIt) {
  for (int i = 0; i < 255; ++i)
    append("young");
  auto text = dir_.read(redo_file);
  text[text.find("merged 9 ")] = 'M'; // its first line
  dir_.write(redo_file, text);
  append("last"); // the next one finds that the number is one at which the file is checked
  append("new");
  auto const now = values();
  ASSERT_EQ(now.size(), 9U) << "eight before the damage";
  EXPECT_EQ(now.back(), "new");
}

TEST_F(RedoTest, OnlyWantedRecordsAreRead) {
  for (auto const* value : {"one", "two", "three"})
    append(value);
  auto text = dir_.read(redo_file);
  dir_.write(redo_file, text.replace(text.find("one"), 3, "ONE")); // damaged, and not wanted
  auto const wanted = must(
      read_redo(dir_.session(), [](Redo const& head) { return head.number >= 2 && head.changes.empty(); }));
  ASSERT_EQ(wanted.size(), 2U);
  EXPECT_EQ(wanted[0].changes.at(0).value, "two");
  EXPECT_EQ(wanted[1].changes.at(0).value, "three");
}

TEST_F(RedoTest, HeadsAreReadWithoutTheirChanges) {
  append("one");
  append(std::string(100'000, 'x'));
  append("three");
  auto text = dir_.read(redo_file);
  text[text.find("xxx") + 50'000] = 'y';
  dir_.write(redo_file, text);
  auto const heads = must(read_redo_heads(dir_.session()));
  ASSERT_EQ(heads.size(), 3U) << "the damage is in what is not read";
  EXPECT_EQ(heads[2].number, 3U);
  EXPECT_TRUE(same_version(heads[2].version, some_redo("").version));
  EXPECT_TRUE(heads[2].changes.empty());
  EXPECT_EQ(values(), Values{"one"});
}

TEST_F(RedoTest, AForgedSizeEndsTheList) {
  append("one");
  auto const whole = dir_.read(redo_file);
  auto forged = whole;
  auto const size_at = forged.substr(0, forged.find('\n')).rfind(' ') + 1;
  forged.replace(size_at, forged.find('\n') - size_at, "18446744073709551600");
  dir_.write(redo_file, forged + whole);
  EXPECT_TRUE(must(read_redo_heads(dir_.session())).empty());
  EXPECT_TRUE(values().empty());
}

TEST_F(RedoTest, TellsWhetherWhatWasPublishedLastStands) {
  dir_.write("knowledge-graph.json", "{}");
  auto redo = some_redo("one");
  redo.version = dir_.stamp("knowledge-graph.json");
  must(append_redo(dir_.session(), redo));
  EXPECT_EQ(redo_standing(dir_.session().directory()), RedoStanding::ours);
  auto const asks = [&] { return redo_asks_for_a_look(dir_.session().directory()); };
  auto const recent = asks();
  EXPECT_NE(recent, 0U) << "it may be overwritten yet";
  EXPECT_EQ(asks(), recent);
  fs::last_write_time(dir_ / redo_file, fs::file_time_type::clock::now() - std::chrono::minutes(1));
  EXPECT_EQ(asks(), 0U);
  dir_.write("theirs", "{}");
  fs::rename(dir_ / "theirs", dir_ / "knowledge-graph.json");
  EXPECT_EQ(redo_standing(dir_.session().directory()), RedoStanding::other);
  EXPECT_NE(asks(), 0U);
  EXPECT_NE(asks(), recent);
}

TEST(RedoRecord, ATailInCapitalsWasNotWrittenByUs) {
  Redo redo;
  redo.number = 0xABC;
  auto text = redo_text(redo);
  ASSERT_TRUE(parse_redo(text));
  text.replace(text.rfind("abc"), 3, "aBc");
  EXPECT_FALSE(parse_redo(text));
}

RC_GTEST_PROP(RedoRecord, IsReadBackAsItIs, ()) {
  Redo redo;
  redo.what = static_cast<Redo::What>(*rc::gen::inRange(0, 4));
  redo.number = *rc::gen::arbitrary<std::uint64_t>();
  redo.at_ns = *rc::gen::arbitrary<std::int64_t>();
  redo.version.inode = *rc::gen::arbitrary<std::uint64_t>();
  redo.version.birth_ns = *rc::gen::arbitrary<std::int64_t>();
  if (*rc::gen::arbitrary<bool>()) redo.base = Stamp{.changed_ns = *rc::gen::arbitrary<std::int64_t>()};
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    auto& change = redo.changes.emplace_back();
    change.how = static_cast<ChangeHow>(*rc::gen::inRange(0, 4));
    change.key = *rc::gen::arbitrary<std::string>();
    change.value = *rc::gen::arbitrary<std::string>();
    if (*rc::gen::arbitrary<bool>()) change.former = *rc::gen::arbitrary<std::string>();
  }
  auto text = redo_text(redo);
  auto read = parse_redo(text);
  RC_ASSERT(read.has_value());
  RC_ASSERT(same(*read, redo));
  auto const at = *rc::gen::inRange<std::size_t>(0, text.size());
  text[at] = static_cast<char>(text[at] ^ (1 << *rc::gen::inRange(0, 8)));
  RC_ASSERT(!parse_redo(text) || !same(*parse_redo(text), redo));
}

RC_GTEST_PROP(RedoRecord, OfAnyBytesIsNothingOrWhole, ()) {
  auto const text = *rc::gen::arbitrary<std::string>();
  RC_ASSERT(!parse_redo(text));
  std::ignore = parse_redo_head(text);
  std::ignore = parse_redo_tail(text);
}

} // namespace
} // namespace artifactd
