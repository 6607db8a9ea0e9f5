#include "state/database/sqlite.hpp"
#include "tests/support/scratch_dir.hpp"

#include <csignal>
#include <fmt/core.h>
#include <fstream>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/resource.h>

namespace artifactd::sqlite {
namespace {

constexpr auto of_all_rows = "SELECT coalesce(sum(a * 31 + length(b)), 0) FROM t";

/// A database whose connections have room for few pages: a large transaction writes some before its commit.
class LoggedDatabase {
public:
  explicit LoggedDatabase(std::string_view synchronous = "FULL") : synchronous_(synchronous) {
    first.write_ahead().value();
    first.run("CREATE TABLE t(a INTEGER PRIMARY KEY, b BLOB)").value();
  }

  [[nodiscard]] Database open(std::string const& at) const {
    auto database = Database::open(at, Access::write).value();
    database
        .run(fmt::format("PRAGMA synchronous = {}; PRAGMA cache_size = 5; PRAGMA busy_timeout = 0",
                         synchronous_)
                 .c_str())
        .value();
    return database;
  }
  [[nodiscard]] std::string path() const { return (dir_ / "x.db").string(); }

  /// What a process that begins now reads, as if the others had been killed.
  [[nodiscard]] std::int64_t after_a_kill() const {
    auto const copy = (dir_ / "copy.db").string();
    std::filesystem::remove(copy + "-shm");
    for (auto const* part : {"", "-wal"})
      std::filesystem::copy_file(path() + part, copy + part,
                                 std::filesystem::copy_options::overwrite_existing);
    auto database = open(copy);
    database.check_whole().value();
    return database.number(of_all_rows).value();
  }

private:
  test::ScratchDir dir_;
  std::string synchronous_;

public:
  Database first = open(path());
  Database second = open(path());
};

void add_rows(Database& database, int rows, int bytes) {
  database
      .execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
               "INSERT INTO t(b) SELECT zeroblob(?) FROM n",
               std::int64_t{rows}, std::int64_t{bytes})
      .value();
}

/// Calls of this thread that wrote, as the kernel counts them; -1 if it does not.
long writes_so_far() {
  std::ifstream io("/proc/thread-self/io");
  for (std::string word; io >> word;)
    if (long calls = 0; word == "syscw:" && io >> calls) return calls;
  return -1;
}

TEST(LogWrites, TakeFewCallsForAllPagesOfACommit) {
  if (writes_so_far() < 0) GTEST_SKIP() << "this kernel does not count writes";
  LoggedDatabase files;
  files.first.run("PRAGMA cache_size = 1000").value();
  auto transaction = Transaction::begin(files.first).value();
  add_rows(files.first, 100, 3000);
  auto const before = writes_so_far();
  ASSERT_TRUE(transaction.commit());
  auto const took = writes_so_far() - before;
  EXPECT_LT(took, 20) << "a hundred pages have to be written";
  EXPECT_GT(took, 0);
}

TEST(LogWrites, AreInTheFileWhenTheCommitReturns) {
  for (auto const* synchronous : {"OFF", "NORMAL", "FULL"}) {
    LoggedDatabase files(synchronous);
    for (int rows : {1, 30, 2}) {
      auto transaction = Transaction::begin(files.first).value();
      add_rows(files.first, rows, 2000);
      auto const expected = files.first.number(of_all_rows).value();
      ASSERT_TRUE(transaction.commit());
      EXPECT_EQ(files.second.number(of_all_rows).value(), expected) << synchronous;
      EXPECT_EQ(files.after_a_kill(), expected) << synchronous;
    }
  }
}

TEST(LogWrites, FailAsAWholeIfTheDiskIsFull) {
  LoggedDatabase files;
  add_rows(files.first, 3, 2000);
  auto const expected = files.first.number(of_all_rows).value();
  auto const length = std::filesystem::file_size(files.path() + "-wal");

  auto const before = ::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  ::getrlimit(RLIMIT_FSIZE, &usual);
  {
    auto transaction = Transaction::begin(files.first).value();
    files.first.run("PRAGMA cache_size = 1000").value();
    add_rows(files.first, 60, 2000);
    rlimit const full{length + 20'000, usual.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &full);
    EXPECT_FALSE(transaction.commit());
    ::setrlimit(RLIMIT_FSIZE, &usual);
  }
  ::signal(SIGXFSZ, before);
  EXPECT_EQ(files.second.number(of_all_rows).value(), expected);
  EXPECT_EQ(files.after_a_kill(), expected);

  for (auto* database : {&files.second, &files.first}) {
    auto transaction = Transaction::begin(*database).value();
    add_rows(*database, 20, 2000);
    ASSERT_TRUE(transaction.commit());
  }
  EXPECT_EQ(files.after_a_kill(), files.second.number(of_all_rows).value());
}

RC_GTEST_PROP(LogWrites, LeaveWhatWasCommittedAndNothingElse, ()) {
  LoggedDatabase files(*rc::gen::element<std::string>("OFF", "NORMAL", "FULL"));
  std::int64_t committed = 0;
  auto const steps = *rc::gen::inRange(1, 12);
  for (int i = 0; i < steps; ++i) {
    auto const is_first = *rc::gen::arbitrary<bool>();
    auto& writer = is_first ? files.first : files.second;
    {
      auto transaction = Transaction::begin(writer).value();
      add_rows(writer, *rc::gen::inRange(1, 40), *rc::gen::inRange(0, 9000));
      if (*rc::gen::arbitrary<bool>()) // pages that are in the log already
        writer.run("UPDATE t SET b = zeroblob(length(b) / 2) WHERE a % 3 = 0").value();
      auto const now = writer.number(of_all_rows).value();
      if (*rc::gen::arbitrary<bool>()) {
        transaction.commit().value();
        committed = now;
      }
    }
    RC_ASSERT((is_first ? files.second : files.first).number(of_all_rows).value() == committed);
    RC_ASSERT(files.after_a_kill() == committed);
  }
}

} // namespace
} // namespace artifactd::sqlite
