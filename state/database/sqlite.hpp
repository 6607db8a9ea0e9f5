// The few SQLite operations we need, with owners instead of handles and Results instead of codes. Not
// thread-safe. Fault::invalid means that the file is damaged or not a database, Fault::exists that a row
// violates a constraint: its key is taken, a row it refers to is missing, or a CHECK fails.
#pragma once

#include "state/platform/result.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace artifactd::sqlite {

struct Prepared; ///< the unused prepared statements of a database, kept for reuse

/// One prepared statement. Parameters are numbered from 1, columns from 0.
class Statement {
public:
  Statement(Statement&& other) noexcept
      : statement_(std::exchange(other.statement_, nullptr)), place_(other.place_),
        prepared_(std::move(other.prepared_)) {}
  Statement& operator=(Statement&& other) noexcept {
    std::swap(statement_, other.statement_);
    std::swap(place_, other.place_);
    std::swap(prepared_, other.prepared_);
    return *this;
  }
  ~Statement();

  Statement& bind(int parameter, std::int64_t number);
  /// The text must stay valid until the next step() returns.
  Statement& bind(int parameter, std::string_view text);
  Statement& bind_null(int parameter);

  /// True if there is a row to read.
  Result<bool> step();
  /// Runs it to completion and makes it ready for other parameters.
  Result<void> run();
  void reset() noexcept;

  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] int columns() const noexcept;
  [[nodiscard]] bool is_null(int column) const; ///< the other getters read null as 0 and ""

private:
  friend class Database;
  Statement(sqlite3_stmt* statement, sqlite3_stmt** place, std::shared_ptr<Prepared> prepared) noexcept
      : statement_(statement), place_(place), prepared_(std::move(prepared)) {}
  sqlite3_stmt* statement_;
  sqlite3_stmt** place_; ///< in `prepared_`, for when it is unused again; null: none
  std::shared_ptr<Prepared> prepared_;
};

enum class Access : std::uint8_t { read, write };

/// How long a statement waits by default for another connection's lock before it fails with Fault::busy.
/// Others hold the journal for one small batch at a time; waiting longer is useless and holds up a session.
/// Several such waits in a row must still end before the process is taken for dead.
inline constexpr std::chrono::milliseconds usual_patience{1000};

class Database {
public:
  /// `write` creates the file if it is missing. A symlink in its place is rejected.
  static Result<Database> open(std::string const& path, Access access,
                               std::chrono::milliseconds patience = usual_patience);

  Database(Database&& other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)), patience_(other.patience_),
        prepared_(std::move(other.prepared_)) {}
  Database& operator=(Database&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(patience_, other.patience_);
    std::swap(prepared_, other.prepared_);
    return *this;
  }
  ~Database();

  /// Switches the file to a write-ahead log, so that readers never wait. SQLite's own busy timeout does not
  /// cover that switch: without this, processes that create a file at the same time fail.
  Result<void> write_ahead();
  Result<void> run(char const* sql); ///< any number of statements without parameters
  /// A previously prepared text is not parsed again: one statement is kept for each text.
  Result<Statement> prepare(std::string_view sql);
  /// Runs one statement with these parameters, in order.
  template <class... Values>
  Result<void> execute(std::string_view sql, Values const&... values) {
    auto statement = TRY(prepare(sql));
    int number = 0;
    (statement.bind(++number, values), ...);
    return statement.run();
  }
  /// What `read` makes of each row that a query with these parameters finds.
  template <class Read, class... Values>
  auto rows(std::string_view sql, Read const& read, Values const&... values)
      -> Result<std::vector<std::invoke_result_t<Read const&, Statement const&>>> {
    auto statement = TRY(prepare(sql));
    int number = 0;
    (statement.bind(++number, values), ...);
    std::vector<std::invoke_result_t<Read const&, Statement const&>> found;
    while (TRY(statement.step()))
      found.push_back(read(statement));
    return found;
  }
  /// Commits a transaction that was begun by a statement. Transaction::commit() calls it.
  Result<void> commit();
  /// The first column of the first row; 0 if there is none.
  Result<std::int64_t> number(std::string_view sql);
  /// The rows that the last INSERT, UPDATE or DELETE changed directly, without those changed by its foreign
  /// keys.
  [[nodiscard]] std::int64_t changes() const noexcept;

  /// Whether the file no longer begins like a database: another program overwrote it. SQLite itself continues
  /// with the pages it has in memory.
  [[nodiscard]] bool is_overwritten() const noexcept;
  /// Whether its path is no longer that of the file that was opened: it was moved away, deleted or replaced.
  [[nodiscard]] bool has_moved() const noexcept;
  /// Fault::invalid if quick_check finds damage.
  Result<void> check();
  /// Fault::invalid if integrity_check, which reads all of the file, finds damage.
  Result<void> check_whole();
  /// Writes the database as it is now into a new file at `path`, complete without files beside it. Others may
  /// go on writing here meanwhile. Fault::exists if there is something at `path`.
  Result<void> copy_to(std::string const& path);
  /// The file was renamed: closing must not touch the files beside it, whose names may now belong to others.
  void leave_files_alone() noexcept;

private:
  explicit Database(sqlite3* handle);
  Result<void> expect_ok(std::string_view pragma);
  sqlite3* handle_;
  std::chrono::milliseconds patience_{};
  std::shared_ptr<Prepared> prepared_;
};

/// Rolls back unless commit() succeeded.
class Transaction {
public:
  enum class Kind : std::uint8_t {
    write, ///< takes the lock at the start: what it reads is still valid when it writes
    read,  ///< sees the database as of its first statement, and never waits in WAL mode
  };
  static Result<Transaction> begin(Database& database, Kind kind = Kind::write);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  Result<void> commit();

private:
  explicit Transaction(Database& database) noexcept : database_(&database) {}
  Database* database_;
};

} // namespace artifactd::sqlite
