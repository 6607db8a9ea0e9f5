#include "tests/support/postgres_server.hpp"

#include "state/platform/fd.hpp"
#include "state/platform/identity.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <fmt/core.h>
#include <fstream>
#include <functional>
#include <libpq-fe.h>
#include <memory>
#include <netinet/in.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace artifactd::test {

namespace {

namespace fs = std::filesystem;

constexpr auto passable = fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec;

/// Debian's directory of the newest version, else the first in PATH that has the programs.
std::string directory_of_programs() {
  std::vector<std::pair<int, std::string>> found;
  std::error_code none;
  for (auto const& each : fs::directory_iterator("/usr/lib/postgresql", none))
    if (fs::exists(each.path() / "bin/initdb"))
      found.emplace_back(std::atoi(each.path().filename().c_str()), (each.path() / "bin").string());
  if (!found.empty()) return std::ranges::max(found).second;
  auto const* const variable = std::getenv("PATH");
  std::string_view path = variable == nullptr ? "" : variable;
  while (!path.empty()) {
    auto const end = std::min(path.find(':'), path.size());
    auto const directory = std::string(path.substr(0, end));
    if (fs::exists(directory + "/initdb") && fs::exists(directory + "/postgres")) return directory;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  throw std::runtime_error("PostgreSQL is not installed (Debian: postgresql-15)");
}

/// Starts a program that ends with this process. Under root it runs as nobody, since PostgreSQL refuses root.
pid_t started(std::vector<std::string> const& words, std::string const& log) {
  std::vector<char*> arguments;
  for (auto const& each : words)
    arguments.push_back(const_cast<char*>(each.c_str()));
  arguments.push_back(nullptr);
  auto const child = ::fork();
  if (child != 0) return child;
  auto const output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (output < 0) ::_exit(127);
  ::dup2(output, 1);
  ::dup2(output, 2);
  auto const user = nobody();
  auto const changed = ::geteuid() != 0 || (::setresgid(user.group, user.group, user.group) == 0 &&
                                            ::setresuid(user.user, user.user, user.user) == 0);
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  if (changed) ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

int ended(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::unique_ptr<PGconn, void (*)(PGconn*)> connected(std::string const& url) {
  std::unique_ptr<PGconn, void (*)(PGconn*)> connection(::PQconnectdb(url.c_str()), ::PQfinish);
  if (::PQstatus(connection.get()) != CONNECTION_OK)
    throw std::runtime_error(::PQerrorMessage(connection.get()));
  return connection;
}

int free_port() {
  UniqueFd const socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (!socket || ::bind(socket.get(), generic, length) != 0 ||
      ::getsockname(socket.get(), generic, &length) != 0)
    throw std::runtime_error("no port");
  return ntohs(address.sin_port);
}

std::string& missing_because() {
  static std::string why;
  return why;
}

} // namespace

PostgresServer* PostgresServer::shared() {
  static auto const server = []() -> std::unique_ptr<PostgresServer> {
    try {
      return std::make_unique<PostgresServer>();
    } catch (std::runtime_error const& error) {
      missing_because() = error.what();
      return nullptr;
    }
  }();
  return server.get();
}

std::string const& PostgresServer::why_missing() {
  return missing_because();
}

PostgresServer::PostgresServer(Door door) : programs_(directory_of_programs()) {
  initialise();
  if (door == Door::tls) {
    certify();
    port_ = free_port();
  }
  start();
}

PostgresServer::~PostgresServer() {
  stop();
}

std::string PostgresServer::program(char const* name) const {
  return programs_ + "/" + name;
}

void PostgresServer::initialise() const {
  // The scratch directory is private, but the user nobody has to pass through.
  fs::permissions(scratch_.path(), passable | fs::perms::group_read | fs::perms::others_read);
  for (auto const* each : {"data", "socket", "tls"}) {
    fs::create_directory(scratch_ / each);
    fs::permissions(scratch_ / each, fs::perms::owner_all);
    if (::geteuid() == 0 && ::lchown((scratch_ / each).c_str(), nobody().user, nobody().group) != 0)
      throw std::runtime_error("chown");
  }
  // Texts sort as in English by default, not by bytes as stories need.
  auto const made = ended(started({program("initdb"), "--pgdata", (scratch_ / "data").string(), "--username",
                                   "postgres", "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8",
                                   "--locale-provider", "icu", "--icu-locale", "en", "--no-sync"},
                                  (scratch_ / "initdb.log").string()));
  if (made != 0) throw std::runtime_error("initdb: " + scratch_.read("initdb.log"));
}

void PostgresServer::certify() const {
  auto const key = (scratch_ / "tls/server.key").string();
  auto const made =
      ended(started({"/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                     "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                     "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate()},
                    (scratch_ / "openssl.log").string()));
  if (made != 0) throw std::runtime_error("openssl: " + scratch_.read("openssl.log"));
  std::ofstream(scratch_ / "data/pg_hba.conf") << "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
  fs::permissions(scratch_ / "tls", passable); // clients read the certificate
  fs::permissions(certificate(), fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read |
                                     fs::perms::others_read);
}

void PostgresServer::start() {
  std::vector<std::string> words = {
      program("postgres"), "-D", (scratch_ / "data").string(), "-k", (scratch_ / "socket").string(), "-c",
      "fsync=off",         "-c", "max_connections=60",         "-c", "shared_buffers=16MB",          "-c",
      "autovacuum=off"};
  auto const listen =
      port_ == 0 ? std::vector<std::string>{"-c", "listen_addresses="}
                 : std::vector<std::string>{"-c", "listen_addresses=127.0.0.1",
                                            "-c", "ssl=on",
                                            "-c", fmt::format("port={}", port_),
                                            "-c", "ssl_cert_file=" + certificate(),
                                            "-c", "ssl_key_file=" + (scratch_ / "tls/server.key").string()};
  words.insert(words.end(), listen.begin(), listen.end());
  server_ = started(words, (scratch_ / "server.log").string());
  while (::PQping(url("postgres").c_str()) != PQPING_OK) {
    int status = 0;
    if (::waitpid(server_, &status, WNOHANG) == server_) {
      server_ = -1;
      throw std::runtime_error("postgres: " + scratch_.read("server.log"));
    }
    // The server has no other way to report readiness.
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

void PostgresServer::stop() {
  if (server_ < 0) return;
  ::kill(server_, SIGQUIT);
  ended(server_);
  server_ = -1;
}

std::string PostgresServer::url(std::string const& database, std::string const& user,
                                std::string const& more) const {
  return fmt::format("postgresql://{}@/{}?host={}{}{}", user, database, (scratch_ / "socket").string(),
                     port_ == 0 ? "" : fmt::format("&port={}", port_), more);
}

std::string PostgresServer::tls_url(std::string const& database, std::string const& more) const {
  return fmt::format("postgresql://postgres@127.0.0.1:{}/{}?{}", port_, database, more);
}

std::string PostgresServer::fresh_database() {
  auto const name = fmt::format("t{}_{}", ::getpid(), ++databases_);
  run(url("postgres"), "CREATE DATABASE " + name);
  return url(name);
}

void PostgresServer::run(std::string const& database_url, std::string const& sql) const {
  auto const connection = connected(database_url);
  auto* result = ::PQexec(connection.get(), sql.c_str());
  auto const status = ::PQresultStatus(result);
  ::PQclear(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
    throw std::runtime_error(::PQerrorMessage(connection.get()));
}

void PostgresServer::demand_passwords() const {
  std::ofstream(scratch_ / "data/pg_hba.conf") << "local all postgres trust\nlocal all all scram-sha-256\n";
  run(url("postgres"), "SELECT pg_reload_conf()");
}

} // namespace artifactd::test
