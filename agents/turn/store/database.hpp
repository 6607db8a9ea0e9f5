// The database of stories as the files of this folder use it: an SQLite file, or PostgreSQL. Both run the
// same SQL: parameters are `?` or `?1`, comparisons and ORDER BY go by bytes, and json_valid, json_extract
// and json_group_array behave as in SQLite. Not thread-safe.
#pragma once

#include "agents/turn/store/server/server_database.hpp"
#include "state/database/sqlite.hpp"

#include <variant>

namespace artifactd::turn {

/// One prepared statement. Parameters are numbered from 1, columns from 0.
class Statement {
public:
  explicit Statement(sqlite::Statement statement) : it_(std::move(statement)) {}
  explicit Statement(postgres::Statement statement) : it_(std::move(statement)) {}

  void bind(int parameter, std::int64_t number) {
    std::visit([&](auto& it) { it.bind(parameter, number); }, it_);
  }
  /// The text must outlive the next step(). PostgreSQL refuses one with a NUL (Fault::invalid).
  void bind(int parameter, std::string_view text) {
    std::visit([&](auto& it) { it.bind(parameter, text); }, it_);
  }
  void bind_null(int parameter) {
    std::visit([&](auto& it) { it.bind_null(parameter); }, it_);
  }

  /// True if there is a row to read.
  Result<bool> step() {
    return std::visit([](auto& it) { return it.step(); }, it_);
  }
  /// Runs it to the end and resets it for other parameters.
  Result<void> run() {
    return std::visit([](auto& it) { return it.run(); }, it_);
  }
  void reset() {
    std::visit([](auto& it) { it.reset(); }, it_);
  }

  [[nodiscard]] std::int64_t number(int column) const {
    return std::visit([column](auto const& it) { return it.number(column); }, it_);
  }
  [[nodiscard]] std::string text(int column) const {
    return std::visit([column](auto const& it) { return it.text(column); }, it_);
  }
  /// Of the row that was read.
  [[nodiscard]] int columns() const {
    return std::visit([](auto const& it) { return it.columns(); }, it_);
  }
  /// The other readers return 0 and "" for null.
  [[nodiscard]] bool is_null(int column) const {
    return std::visit([column](auto const& it) { return it.is_null(column); }, it_);
  }

private:
  std::variant<sqlite::Statement, postgres::Statement> it_;
};

class Database {
public:
  explicit Database(sqlite::Database file) : it_(std::move(file)) {}
  explicit Database(ServerDatabase server) : it_(std::move(server)) {}

  /// A file is opened and read with the rights of the process; a server is queried from the calling thread.
  [[nodiscard]] bool is_file() const noexcept { return it_.index() == 0; }

  Result<void> run(char const* sql); ///< any number of statements without parameters
  Result<Statement> prepare(std::string_view sql);
  /// The first column of the first row; 0 if missing.
  Result<std::int64_t> number(std::string_view sql);
  /// The number of rows the last INSERT, UPDATE or DELETE changed itself, without foreign key actions.
  [[nodiscard]] std::int64_t changes() const;

  /// Damage and dangling references, one per line.
  Result<std::vector<std::string>> damage();

private:
  friend class Transaction;
  std::variant<sqlite::Database, ServerDatabase> it_;
};

/// Rolls back unless commit() succeeded.
class Transaction {
public:
  /// Waits for other writers; Fault::busy after five seconds.
  static Result<Transaction> begin(Database& database, Begin kind);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  Result<void> commit();

private:
  explicit Transaction(Database& database) noexcept : database_(&database) {}
  Database* database_;
};

} // namespace artifactd::turn
