#include "state/database/sqlite.hpp"
#include "tests/support/scratch_dir.hpp"

#include <gtest/gtest.h>
#include <optional>

namespace artifactd::sqlite {
namespace {

using std::chrono::milliseconds;

class Sqlite : public testing::Test {
protected:
  Database open(milliseconds patience = usual_patience) {
    return *Database::open((dir / "x.db").string(), Access::write, patience);
  }

  test::ScratchDir dir;
  Database database = open();
};

TEST_F(Sqlite, ValuesComeBackAsTheyWereBound) {
  ASSERT_TRUE(database.run("CREATE TABLE t(a INTEGER, b TEXT, c TEXT)"));
  auto insert = *database.prepare("INSERT INTO t VALUES(?,?,?)");
  ASSERT_TRUE(insert.bind(1, std::int64_t{-7}).bind(2, "").bind_null(3).run());
  ASSERT_TRUE(insert.bind_null(1).bind(2, "x").bind(3, "y").run());
  auto rows = *database.prepare("SELECT a, b, c FROM t ORDER BY rowid");
  ASSERT_TRUE(*rows.step());
  EXPECT_EQ(rows.number(0), -7);
  EXPECT_FALSE(rows.is_null(1)) << "an empty text is no null";
  EXPECT_TRUE(rows.is_null(2));
  EXPECT_EQ(rows.text(2), "");
  ASSERT_TRUE(*rows.step());
  EXPECT_TRUE(rows.is_null(0));
  EXPECT_EQ(rows.number(0), 0);
  EXPECT_FALSE(*rows.step());
}

TEST_F(Sqlite, ABrokenConstraintIsToldFromTroubleWithTheDisk) {
  ASSERT_TRUE(database.run("PRAGMA foreign_keys = ON; CREATE TABLE t(a INTEGER PRIMARY KEY CHECK(a > 0));"
                           "CREATE TABLE u(t INTEGER NOT NULL REFERENCES t(a)); INSERT INTO t VALUES(1)"));
  for (auto const* sql : {"INSERT INTO t VALUES(1)", "INSERT INTO t VALUES(0)", "INSERT INTO u VALUES(2)",
                          "INSERT INTO u VALUES(NULL)"})
    EXPECT_EQ(database.run(sql).error().fault, Fault::exists) << sql;
  EXPECT_EQ(database.run("INSERT INTO nowhere VALUES(1)").error().fault, Fault::io);
}

TEST_F(Sqlite, AStatementIsUsedAgainAfterABrokenConstraint) {
  ASSERT_TRUE(database.run("CREATE TABLE t(a INTEGER PRIMARY KEY)"));
  auto insert = *database.prepare("INSERT INTO t VALUES(?)");
  ASSERT_TRUE(insert.bind(1, std::int64_t{1}).run());
  EXPECT_EQ(insert.bind(1, std::int64_t{1}).run().error().fault, Fault::exists);
  EXPECT_TRUE(insert.bind(1, std::int64_t{2}).run());
}

TEST_F(Sqlite, ATextThatWasPreparedBeforeBeginsFromTheStartAndWithoutItsFormerValues) {
  ASSERT_TRUE(database.run("CREATE TABLE t(a); INSERT INTO t VALUES(1),(2)"));
  constexpr auto sql = "SELECT a, ? FROM t ORDER BY a";
  {
    auto left_off = *database.prepare(sql);
    left_off.bind(1, "former");
    ASSERT_TRUE(*left_off.step());
  }
  auto rows = *database.prepare(sql);
  ASSERT_TRUE(*rows.step());
  EXPECT_EQ(rows.number(0), 1);
  EXPECT_TRUE(rows.is_null(1));
}

TEST_F(Sqlite, OneTextMayBePreparedTwiceAtOnce) {
  ASSERT_TRUE(database.run("CREATE TABLE t(a); INSERT INTO t VALUES(1),(2)"));
  constexpr auto sql = "SELECT a FROM t ORDER BY a";
  for (int round = 0; round < 2; ++round) {
    auto outer = *database.prepare(sql);
    ASSERT_TRUE(*outer.step());
    auto inner = *database.prepare(sql);
    ASSERT_TRUE(*inner.step() && *inner.step());
    EXPECT_EQ(outer.number(0), 1);
    EXPECT_EQ(inner.number(0), 2);
  }
}

TEST_F(Sqlite, ATextThatWasPreparedBeforeSeesColumnsThatCameSince) {
  ASSERT_TRUE(database.run("CREATE TABLE t(a); INSERT INTO t VALUES(1)"));
  constexpr auto sql = "SELECT * FROM t";
  ASSERT_TRUE(*database.prepare(sql)->step());
  ASSERT_TRUE(database.run("ALTER TABLE t ADD COLUMN b DEFAULT 5"));
  auto rows = *database.prepare(sql);
  ASSERT_TRUE(*rows.step());
  EXPECT_EQ(rows.columns(), 2);
}

TEST_F(Sqlite, StatementsThatAreKeptHoldNothingUp) {
  ASSERT_TRUE(database.run("CREATE TABLE t(a); INSERT INTO t VALUES(1),(2)"));
  ASSERT_TRUE(*database.prepare("SELECT a FROM t")->step());
  auto other = open(milliseconds(0));
  EXPECT_TRUE(other.run("DROP TABLE t"));
}

TEST_F(Sqlite, AStatementMayOutliveItsDatabase) {
  auto made = std::optional(open());
  auto statement = *made->prepare("SELECT 7");
  made.reset();
  ASSERT_TRUE(*statement.step());
  EXPECT_EQ(statement.number(0), 7);
}

TEST_F(Sqlite, ChangesCountsTheRowsOfTheLastStatement) {
  ASSERT_TRUE(database.run("CREATE TABLE t(a); INSERT INTO t VALUES(1),(1),(2)"));
  ASSERT_TRUE(database.run("UPDATE t SET a = 3 WHERE a = 1"));
  EXPECT_EQ(database.changes(), 2);
  ASSERT_TRUE(database.run("UPDATE t SET a = 3 WHERE a = 9"));
  EXPECT_EQ(database.changes(), 0);
}

TEST_F(Sqlite, ATransactionIsTakenBackUnlessItIsCommitted) {
  ASSERT_TRUE(database.run("CREATE TABLE t(a)"));
  {
    auto dropped = Transaction::begin(database);
    ASSERT_TRUE(database.run("INSERT INTO t VALUES(1)"));
  }
  EXPECT_EQ(*database.number("SELECT count(*) FROM t"), 0);
  auto kept = *Transaction::begin(database);
  ASSERT_TRUE(database.run("INSERT INTO t VALUES(1)"));
  ASSERT_TRUE(kept.commit());
  EXPECT_EQ(*database.number("SELECT count(*) FROM t"), 1);
}

TEST_F(Sqlite, ReadersSeeOneMomentWhileSomebodyWrites) {
  ASSERT_TRUE(database.run("PRAGMA journal_mode = WAL; CREATE TABLE t(a)"));
  auto reading = open();
  auto moment = *Transaction::begin(reading, Transaction::Kind::read);
  EXPECT_EQ(*reading.number("SELECT count(*) FROM t"), 0);
  ASSERT_TRUE(database.run("INSERT INTO t VALUES(1)"));
  EXPECT_EQ(*reading.number("SELECT count(*) FROM t"), 0);
  ASSERT_TRUE(moment.commit());
  EXPECT_EQ(*reading.number("SELECT count(*) FROM t"), 1);
}

TEST_F(Sqlite, WhoMayNotWaitIsToldAtOnceThatTheFileIsBusy) {
  auto other = open(milliseconds(0));
  auto held = *Transaction::begin(database);
  EXPECT_EQ(Transaction::begin(other).error().fault, Fault::busy);
}

} // namespace
} // namespace artifactd::sqlite
