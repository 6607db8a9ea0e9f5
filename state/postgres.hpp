// The few things we ask of PostgreSQL, with owners instead of handles and Results instead of codes, and with
// the names that state/sqlite has for them. Not for use by several threads at once.
//
// Nothing waits for ever: who cannot connect within 5 seconds to a host, or hears nothing from the server for
// longest_silence, has lost the connection, and a lost one stays lost: open another. Fault::io means that,
// Fault::busy a lock or a serialisation failure (what was begun is taken back, and may be tried again),
// Fault::exists a broken constraint, Fault::invalid a text that the database cannot keep, or tables that are
// not what the statement expects. Messages name the server, never a password.
#pragma once

#include "state/result.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct pg_result;

namespace artifactd::postgres {

/// Servers end statements by themselves (statement_timeout) before this.
inline constexpr std::chrono::seconds longest_silence{60};

struct Link; ///< a connection, shared with its statements

struct Cleared {
  void operator()(pg_result* result) const noexcept;
};
using Answer = std::unique_ptr<pg_result, Cleared>;

/// A statement with its parameters, numbered from 1; columns from 0. It outlives no Connection. All rows are
/// here after the first step().
class Statement {
public:
  void bind(int parameter, std::int64_t number);
  /// UTF-8, which has to live until the next step() is over. A text with a NUL is refused by step().
  void bind(int parameter, std::string_view text);
  void bind_null(int parameter);

  /// True when there is a row to read.
  Result<bool> step();
  /// Runs it to its end and makes it ready for other parameters.
  Result<void> run();
  void reset() noexcept;

  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] int columns() const noexcept; ///< once there was a step
  [[nodiscard]] bool is_null(int column) const;

private:
  friend class Connection;
  struct Parameter {
    unsigned type = 0;       ///< as pg_type has it; 0 of null: the server decides
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
  /// `url` has passed check_url(); `about` begins every message. Opens files of certificates and passwords.
  static Result<Connection> open(std::string const& url, std::string about);
  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;
  ~Connection();

  Result<void> run(char const* sql); ///< any number of statements without parameters
  /// Parameters are `?`, or `?1`, `?2`, … as SQLite has them; not both in one statement. Asks the server
  /// nothing.
  Statement prepare(std::string_view sql);
  /// The first column of the first row; 0 where it is missing.
  Result<std::int64_t> number(std::string_view sql);
  /// The rows that the last INSERT, UPDATE or DELETE changed itself.
  [[nodiscard]] std::int64_t changes() const noexcept;

  /// True once the change is durable. False: the server took it back, as after a statement that failed.
  /// Fault::io leaves open which of the two happened.
  Result<bool> commit();
  [[nodiscard]] bool is_lost() const noexcept;
  [[nodiscard]] int server_version() const noexcept; ///< 150018 of 15.18

private:
  explicit Connection(std::unique_ptr<Link> link) noexcept;
  std::unique_ptr<Link> link_;
};

/// The same statement with $1, $2, … for its parameters. Quoted texts and names stay.
[[nodiscard]] std::string numbered(std::string_view sql);

} // namespace artifactd::postgres
