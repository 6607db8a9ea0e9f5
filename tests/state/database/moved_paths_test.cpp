#include "state/database/moved_paths.hpp"
#include "tests/support/scratch_dir.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

namespace artifactd::sqlite {
namespace {

TEST(MovedPath, IsBelowTheLongestDirectoryThatMoved) {
  std::vector<PathMove> const moves{{"/a", "/x"}, {"/a/b", "/y"}};
  EXPECT_EQ(moved_path("/a", moves), "/x");
  EXPECT_EQ(moved_path("/a/c", moves), "/x/c");
  EXPECT_EQ(moved_path("/a/b/c", moves), "/y/c");
  EXPECT_EQ(moved_path("/ab", moves), std::nullopt);
  EXPECT_EQ(moved_path("", moves), std::nullopt);
}

class MovedPaths : public testing::Test {
protected:
  std::vector<std::string> paths() {
    return *database.rows("SELECT session FROM t ORDER BY n",
                          [](Statement const& row) { return row.text(0); });
  }
  void move(std::vector<PathMove> const& moves) {
    auto transaction = *Transaction::begin(database);
    ASSERT_TRUE(move_paths(database, "t", "session", moves));
    ASSERT_TRUE(transaction.commit());
  }

  test::ScratchDir dir;
  Database database = *Database::open((dir / "x.db").string(), Access::write);
};

TEST_F(MovedPaths, MayChangePlaces) {
  ASSERT_TRUE(database.run("CREATE TABLE t(n INTEGER, session TEXT PRIMARY KEY);"
                           "INSERT INTO t VALUES(1, '/a/s'), (2, '/b/s'), (3, '/c/s'), (4, '')"));
  move({{"/a", "/b"}, {"/b", "/a"}});
  EXPECT_THAT(paths(), testing::ElementsAre("/b/s", "/a/s", "/c/s", ""));
}

TEST_F(MovedPaths, TakeThePlaceOfARowThatIsInTheWay) {
  ASSERT_TRUE(database.run("CREATE TABLE t(n INTEGER, session TEXT PRIMARY KEY);"
                           "INSERT INTO t VALUES(1, '/a/s'), (2, '/new/s')"));
  move({{"/a", "/new"}});
  EXPECT_THAT(paths(), testing::ElementsAre("/new/s"));
}

TEST_F(MovedPaths, MayHoldAnyBytes) {
  ASSERT_TRUE(database.run("CREATE TABLE t(n INTEGER, session TEXT)"));
  ASSERT_TRUE(database.execute("INSERT INTO t VALUES(1, ?)", std::string("/a/\xff'\n")));
  move({{"/a", "/b\xfe"}});
  EXPECT_THAT(paths(), testing::ElementsAre("/b\xfe/\xff'\n"));
}

TEST_F(MovedPaths, AreCopiedWhileSomebodyWrites) {
  ASSERT_TRUE(database.write_ahead());
  ASSERT_TRUE(database.run("CREATE TABLE t(n INTEGER, session TEXT); INSERT INTO t VALUES(1, '/a')"));
  auto const path = (dir / "copy.db").string();
  auto reader = *Database::open((dir / "x.db").string(), Access::read);
  ASSERT_TRUE(database.run("BEGIN IMMEDIATE; INSERT INTO t VALUES(2, '/b')"));
  auto const copied = reader.copy_to(path);
  ASSERT_TRUE(copied) << copied.error().message;
  ASSERT_TRUE(database.run("COMMIT"));
  auto copy = *Database::open(path, Access::read);
  EXPECT_EQ(copy.number("SELECT count(*) FROM t"), 1) << "what is not committed is not in it";
  EXPECT_TRUE(copy.check_whole());
  EXPECT_FALSE(std::filesystem::exists(path + "-wal")) << "it is one file";
  EXPECT_EQ(reader.copy_to(path).error().fault, Fault::exists);
  struct stat status{};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

} // namespace
} // namespace artifactd::sqlite
