// The few PostgreSQL operations we need, with owners instead of handles and Results instead of codes, named
// as in state/database/sqlite. Not thread-safe.
//
// Nothing waits for ever: a connection that cannot be made within 5 seconds per host, or that receives
// nothing from the server for longest_silence, is lost and stays lost: open another. Fault::io means a lost
// connection, Fault::busy a lock or a serialisation failure (the transaction is rolled back and may be
// retried), Fault::exists a violated constraint, Fault::invalid a text that the database cannot store, or
// tables that do not match the statement. Messages name the server, never a password.
#pragma once

#include "state/platform/result.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct pg_result;

namespace artifactd::postgres {

/// Servers end statements before this by themselves (statement_timeout).
inline constexpr std::chrono::seconds longest_silence{60};

struct Link; ///< a connection, shared with its statements

struct Cleared {
  void operator()(pg_result* result) const noexcept;
};
using Answer = std::unique_ptr<pg_result, Cleared>;

/// A statement with its parameters, numbered from 1; columns are numbered from 0. It must not outlive its
/// Connection. All rows are fetched by the first step().
class Statement {
public:
  void bind(int parameter, std::int64_t number);
  /// UTF-8, which must stay valid until the next step() returns. step() rejects a text with a NUL.
  void bind(int parameter, std::string_view text);
  void bind_null(int parameter);

  /// True if there is a row to read.
  Result<bool> step();
  /// Runs it to completion and makes it ready for other parameters.
  Result<void> run();
  void reset() noexcept;

  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] int columns() const noexcept; ///< valid after a step()
  [[nodiscard]] bool is_null(int column) const;

private:
  friend class Connection;
  struct Parameter {
    unsigned type = 0;       ///< as in pg_type; 0 for null: the server decides
    std::string number = {}; ///< 8 bytes, most significant first
    std::string_view text = {};
  };

  Statement(Link& link, std::string sql) : link_(&link), sql_(std::move(sql)) {}
  Parameter& parameter(int number);
  Result<Answer> execute();

  Link* link_;
  std::string sql_;
  std::vector<Parameter> parameters_{};
  Answer rows_{};
  int row_ = -1;
};

class Connection {
public:
  /// `url` has passed check_url(); `about` prefixes every message. Opens certificate and password files.
  static Result<Connection> open(std::string const& url, std::string about);
  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;
  ~Connection();

  Result<void> run(char const* sql); ///< any number of statements without parameters
  /// Parameters are `?`, or `?1`, `?2`, … as in SQLite; not both in one statement. Does not contact the
  /// server.
  Statement prepare(std::string_view sql);
  /// The first column of the first row; 0 if missing.
  Result<std::int64_t> number(std::string_view sql);
  /// The number of rows that the last INSERT, UPDATE or DELETE changed directly.
  [[nodiscard]] std::int64_t changes() const noexcept;

  /// True once the change is durable. False: the server rolled it back, as after a failed statement. After
  /// Fault::io the outcome is unknown.
  Result<bool> commit();
  [[nodiscard]] bool is_lost() const noexcept;
  [[nodiscard]] int server_version() const noexcept; ///< 150018 for 15.18

private:
  explicit Connection(std::unique_ptr<Link> link) noexcept;
  std::unique_ptr<Link> link_;
};

/// The same statement with $1, $2, … as its parameters. Quoted texts and names are unchanged.
[[nodiscard]] std::string numbered(std::string_view sql);

} // namespace artifactd::postgres
