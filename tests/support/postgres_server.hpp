// A test's own PostgreSQL server, in a scratch directory and on a socket in there.
#pragma once

#include "tests/support/scratch_dir.hpp"

#include <optional>
#include <string>
#include <sys/types.h>

namespace artifactd::test {

class PostgresServer {
public:
  /// This process's server, started on first use; null if PostgreSQL is not installed or does not start:
  /// why_missing() says which.
  static PostgresServer* shared();
  static std::string const& why_missing();

  enum class Door : std::uint8_t {
    socket, ///< in its directory, for everybody
    tls,    ///< also 127.0.0.1, for TLS alone, with a certificate for which only certificate() vouches
  };
  /// Throws std::runtime_error if it cannot be started.
  explicit PostgresServer(Door door = Door::socket);
  ~PostgresServer();
  PostgresServer(PostgresServer const&) = delete;
  PostgresServer& operator=(PostgresServer const&) = delete;

  /// The URL of a new, empty database, for a superuser who needs no password.
  [[nodiscard]] std::string fresh_database();
  /// The URL of a database as `user`, with more parameters ("&…").
  [[nodiscard]] std::string url(std::string const& database, std::string const& user = "postgres",
                                std::string const& more = "") const;
  /// The same by TLS, which needs Door::tls.
  [[nodiscard]] std::string tls_url(std::string const& database, std::string const& more) const;
  [[nodiscard]] std::string certificate() const { return (scratch_ / "tls/server.crt").string(); }
  /// Runs statements in one database; throws if one fails.
  void run(std::string const& database_url, std::string const& sql) const;

  /// Stops at once, as in a crash: the next start() recovers what had not been written. A server ends with
  /// the thread that started it.
  void stop();
  void start();
  /// From now on, connections by "password" must know it (pg_hba.conf).
  void demand_passwords() const;

private:
  void initialise() const;
  void certify() const;
  [[nodiscard]] std::string program(char const* name) const;

  ScratchDir scratch_;
  std::string programs_; ///< directory of initdb and postgres
  pid_t server_ = -1;
  int databases_ = 0;
  int port_ = 0; ///< of 127.0.0.1; 0: none
};

} // namespace artifactd::test
