// Files that are not a journal of this version.
#include "state/journal/journal.hpp"
#include "tests/support/scratch_dir.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <sqlite3.h>

namespace artifactd {
namespace {

class JournalLayout : public testing::Test {
protected:
  test::ScratchDir dir;
  std::string path = (dir / "journal.db").string();
};

TEST_F(JournalLayout, AFileOfAnotherVersionIsRefusedAndLeftAlone) {
  sqlite3* other = nullptr;
  ASSERT_EQ(::sqlite3_open(path.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(::sqlite3_exec(other, "CREATE TABLE x(y); PRAGMA user_version = 77", nullptr, nullptr, nullptr),
            SQLITE_OK);
  ::sqlite3_close(other);
  auto const before = std::filesystem::last_write_time(path);
  auto const refused = Journal::open(path, {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("layout 77; this one knows 1"));
  EXPECT_EQ(JournalReader::open(path).error().fault, Fault::unsupported);
  EXPECT_EQ(std::filesystem::last_write_time(path), before);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir.path()), {}), 1) << "nothing is put aside";
}

TEST_F(JournalLayout, AnEmptyFileIsNoJournalToAReader) {
  dir.write("journal.db", "");
  auto const refused = JournalReader::open(path);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("is empty, or not a journal"));
}

} // namespace
} // namespace artifactd
