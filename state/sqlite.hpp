// The few things we ask of SQLite, with owners instead of handles and Results instead of codes. Not for use
// by several threads at once. Fault::invalid means the file is damaged or no database at all, Fault::exists
// that a row breaks a constraint: its key is taken, what it refers to is not there, a CHECK fails.
#pragma once

#include "state/result.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace artifactd::sqlite {

struct Prepared; ///< the statements of a database that nobody uses now, to be used again

/// One prepared statement. Parameters are numbered from 1, columns from 0.
class Statement {
public:
  Statement(Statement&& other) noexcept
      : statement_(std::exchange(other.statement_, nullptr)), prepared_(std::move(other.prepared_)) {}
  Statement& operator=(Statement&& other) noexcept {
    std::swap(statement_, other.statement_);
    std::swap(prepared_, other.prepared_);
    return *this;
  }
  ~Statement();

  Statement& bind(int parameter, std::int64_t number);
  /// The text has to live until the next step() is over.
  Statement& bind(int parameter, std::string_view text);
  Statement& bind_real(int parameter, double number); ///< NaN becomes null
  Statement& bind_null(int parameter);

  /// True when there is a row to read.
  Result<bool> step();
  /// Runs it to its end and makes it ready for other parameters.
  Result<void> run();
  void reset() noexcept;

  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] int columns() const noexcept;
  [[nodiscard]] bool is_null(int column) const; ///< the others read null as 0 and ""

private:
  friend class Database;
  Statement(sqlite3_stmt* statement, std::shared_ptr<Prepared> prepared) noexcept
      : statement_(statement), prepared_(std::move(prepared)) {}
  sqlite3_stmt* statement_;
  std::shared_ptr<Prepared> prepared_;
};

enum class Access : std::uint8_t { read, write };

/// How long a statement waits for another connection's lock before it ends with Fault::busy, unless somebody
/// says otherwise. Others hold the journal for one small batch at a time; who waits longer waits in vain, and
/// a session waits with him. Several waits in a row must still end before anybody takes the process for dead.
inline constexpr std::chrono::milliseconds usual_patience{1000};

class Database {
public:
  /// `write` creates the file when it is missing. A symlink in its place is refused.
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

  /// Has the file keep a write-ahead log, so that readers wait for nobody. SQLite's own patience does not
  /// cover that change: without this, processes that make a file at the same time fail.
  Result<void> write_ahead();
  Result<void> run(char const* sql); ///< any number of statements without parameters
  /// A text that was prepared before is not parsed again: of each, one statement is kept.
  Result<Statement> prepare(std::string_view sql);
  /// Runs one statement with these parameters, in their order.
  template <class... Values>
  Result<void> execute(std::string_view sql, Values const&... values) {
    auto statement = TRY(prepare(sql));
    int number = 0;
    (statement.bind(++number, values), ...);
    return statement.run();
  }
  /// The first column of the first row; 0 when there is none.
  Result<std::int64_t> number(std::string_view sql);
  /// The rows that the last INSERT, UPDATE or DELETE changed itself, without those of its foreign keys.
  [[nodiscard]] std::int64_t changes() const noexcept;

  /// Whether the file begins like a database no more: another program wrote over it. SQLite itself goes on
  /// with the pages it has in memory.
  [[nodiscard]] bool is_overwritten() const noexcept;
  /// Fault::invalid for damage that quick_check finds.
  Result<void> check();
  /// The file was put aside: closing leaves what is called as the files beside it were alone.
  void leave_files_alone() noexcept;

private:
  explicit Database(sqlite3* handle);
  sqlite3* handle_;
  std::chrono::milliseconds patience_{};
  std::shared_ptr<Prepared> prepared_;
};

/// Rolls back unless commit() succeeded.
class Transaction {
public:
  enum class Kind : std::uint8_t {
    write, ///< has the lock from the start: what it reads is still so when it writes
    read,  ///< sees the database as of its first statement, and waits for nobody in WAL mode
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
