// A server of PostgreSQL of the test's own, in a scratch directory and on a socket in there.
#pragma once

#include "tests/support/scratch_dir.hpp"

#include <optional>
#include <string>
#include <sys/types.h>

namespace artifactd::test {

class PostgresServer {
public:
  /// Of this process, started when it is first asked for; null where PostgreSQL is not installed or does not
  /// start: why_missing() says which.
  static PostgresServer* shared();
  static std::string const& why_missing();

  /// Throws std::runtime_error where it cannot be started.
  PostgresServer();
  ~PostgresServer();
  PostgresServer(PostgresServer const&) = delete;
  PostgresServer& operator=(PostgresServer const&) = delete;

  /// The URL of a new and empty database, of a superuser who needs no password.
  [[nodiscard]] std::string fresh_database();
  /// The URL of a database as `user`, with more parameters ("&…").
  [[nodiscard]] std::string url(std::string const& database, std::string const& user = "postgres",
                                std::string const& more = "") const;
  /// Statements in one database, none of which may fail.
  void run(std::string const& database_url, std::string const& sql) const;

  /// At once, as when it crashes: what it had not written is recovered by the next start(). A server ends
  /// with the thread that started it.
  void stop();
  void start();
  /// Whoever connects by "password" from now on has to know it (pg_hba.conf).
  void demand_passwords() const;

private:
  void initialise() const;
  [[nodiscard]] std::string program(char const* name) const;

  ScratchDir scratch_;
  std::string programs_; ///< directory of initdb and postgres
  pid_t server_ = -1;
  int databases_ = 0;
};

} // namespace artifactd::test
