// The database of stories in PostgreSQL, in its schema `artifactd`. A lost connection is restored by the next
// transaction.
#pragma once

#include "agents/turn/store/server/reconnecting.hpp"

#include <vector>

namespace artifactd::turn {

enum class Begin : std::uint8_t {
  write, ///< takes the lock at the start: what it reads is still true when it writes
  read,  ///< sees the database as of its first statement, and waits for no writer
};

class ServerDatabase {
public:
  /// Connects, and makes missing tables (server_schema.hpp).
  static Result<ServerDatabase> open(std::string const& url);

  Result<void> begin(Begin kind);
  /// Fault::io if the connection was lost meanwhile: then the change is written as a whole or not at all, and
  /// the record of its request says which.
  Result<void> commit();

  Result<void> run(char const* sql);
  Result<postgres::Statement> prepare(std::string_view sql);
  [[nodiscard]] std::int64_t changes() const noexcept;
  /// Constraints and triggers of the schema that are disabled, one per line.
  Result<std::vector<std::string>> damage();

private:
  explicit ServerDatabase(Reconnecting connection) : connection_(std::move(connection)) {}
  Reconnecting connection_;
};

} // namespace artifactd::turn
