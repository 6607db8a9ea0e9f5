// The database of stories in PostgreSQL, in its schema `artifactd`. A connection that was lost is made again
// by the next transaction.
#pragma once

#include "agents/turn/store/reconnecting.hpp"

#include <vector>

namespace artifactd::turn {

enum class Begin : std::uint8_t {
  write, ///< has the lock from the start: what it reads is still so when it writes
  read,  ///< sees the database as of its first statement, and waits for no writer
};

class ServerDatabase {
public:
  /// Connects, and makes the tables where they are missing (server_schema.hpp).
  static Result<ServerDatabase> open(std::string const& url);

  Result<void> begin(Begin kind);
  /// Fault::io where the connection was lost on the way: then the change is written as a whole or not at all,
  /// and what it was asked under says which.
  Result<void> commit();

  Result<void> run(char const* sql);
  Result<postgres::Statement> prepare(std::string_view sql);
  [[nodiscard]] std::int64_t changes() const noexcept;
  /// Constraints and triggers of the schema that somebody switched off, as lines.
  Result<std::vector<std::string>> damage();

private:
  explicit ServerDatabase(Reconnecting connection) : connection_(std::move(connection)) {}
  Reconnecting connection_;
};

} // namespace artifactd::turn
