#include "state/database/sqlite.hpp"

#include "state/database/late_sqlite.hpp"
#include "state/database/log_writes.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/fd.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/core.h>
#include <functional>
#include <system_error>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace artifactd::sqlite {

namespace {

Fault fault_of(int code) noexcept {
  switch (code & 0xff) {
  case SQLITE_FULL:
    return Fault::no_space;
  case SQLITE_NOMEM:
    return Fault::exhausted;
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
  case SQLITE_PROTOCOL: // a lock that was not available for ten seconds
    return Fault::busy;
  case SQLITE_PERM:
  case SQLITE_AUTH:
    return Fault::denied;
  case SQLITE_READONLY:
    return Fault::read_only;
  case SQLITE_CONSTRAINT:
    return Fault::exists;
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return Fault::invalid;
  default:
    return Fault::io;
  }
}

/// Prefixes the name of the file, if it is known.
std::string about_file(sqlite3* handle, std::string_view said) {
  auto const* name = handle != nullptr ? sqlite3_db_filename(handle, "main") : nullptr;
  return name != nullptr && *name != '\0' ? fmt::format("{}: {}", name, said) : std::string(said);
}

Error error_of(sqlite3* handle, int code) {
  auto const* said = handle != nullptr ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
  auto const system_error = handle != nullptr ? sqlite3_system_errno(handle) : 0;
  auto const is_full = system_error == ENOSPC || system_error == EDQUOT || code == SQLITE_IOERR_SHMSIZE;
  if (is_full && (code & 0xff) == SQLITE_IOERR)
    return Error{Fault::no_space,
                 about_file(handle, std::system_category().message(system_error == EDQUOT ? EDQUOT : ENOSPC)),
                 system_error};
  return Error{is_full ? Fault::no_space : fault_of(code), about_file(handle, said), system_error};
}

// SQLite does not signal when another's lock is released
constexpr auto between_tries = std::chrono::milliseconds(2);

std::unexpected<Error> failed(sqlite3* handle, int code) {
  return fail(error_of(handle, code));
}

} // namespace

/// Keyed by their texts. A place is null while its statement is in use, and is valid as long as this object.
struct Prepared {
  static constexpr std::size_t most = 256; // more than we have texts: a bound for generated ones

  Prepared() = default;
  Prepared(Prepared&&) = delete;
  Prepared& operator=(Prepared&&) = delete;
  ~Prepared() { close(); }

  /// Null if there are too many.
  sqlite3_stmt** place_of(std::string_view sql) {
    if (auto const found = places.find(sql); found != places.end()) return &found->second;
    return places.size() < most ? &places.emplace(sql, nullptr).first->second : nullptr;
  }
  void put(sqlite3_stmt* statement, sqlite3_stmt** place) noexcept {
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    if (place != nullptr && *place == nullptr && !closed)
      *place = statement;
    else
      sqlite3_finalize(statement);
  }
  void close() noexcept {
    closed = true;
    for (auto& [sql, statement] : places)
      sqlite3_finalize(std::exchange(statement, nullptr));
  }

  struct Hash : std::hash<std::string_view> {
    using is_transparent = void; // NOLINT(readability-identifier-naming): the standard library looks for it
  };
  std::unordered_map<std::string, sqlite3_stmt*, Hash, std::equal_to<>> places;
  bool closed = false;
};

Statement::~Statement() {
  if (statement_ != nullptr) prepared_->put(statement_, place_);
}

Statement& Statement::bind(int parameter, std::int64_t number) {
  sqlite3_bind_int64(statement_, parameter, number);
  return *this;
}

Statement& Statement::bind(int parameter, std::string_view text) {
  sqlite3_bind_text64(statement_, parameter, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC,
                      static_cast<unsigned char>(SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_null(int parameter) {
  sqlite3_bind_null(statement_, parameter);
  return *this;
}

Result<bool> Statement::step() {
  auto code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return failed(sqlite3_db_handle(statement_), code);
}

Result<void> Statement::run() {
  Result<bool> more = true;
  while (more && *more)
    more = step();
  reset();
  if (!more) return fail(std::move(more).error());
  return {};
}

void Statement::reset() noexcept {
  sqlite3_reset(statement_);
}

std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_, column);
}

std::string Statement::text(int column) const {
  auto const* bytes = static_cast<char const*>(sqlite3_column_blob(statement_, column));
  auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return bytes == nullptr ? std::string() : std::string(bytes, size);
}

int Statement::columns() const noexcept {
  return sqlite3_column_count(statement_);
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

Result<Database> Database::open(std::string const& path, Access access, std::chrono::milliseconds patience) {
  auto flags = access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  // Nobody asks how much memory SQLite uses; counting it takes a mutex shared by all connections.
  [[maybe_unused]] static auto const uncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3* handle = nullptr;
  auto code = sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW,
                              log_writing_files());
  Database database(handle);
  if (code != SQLITE_OK) return fail(error_of(handle, code).within("open " + path));
  sqlite3_busy_timeout(handle, static_cast<int>(patience.count()));
  database.patience_ = patience;
  return database;
}

Database::Database(sqlite3* handle) : handle_(handle), prepared_(std::make_shared<Prepared>()) {}

Database::~Database() {
  if (prepared_) prepared_->close();
  sqlite3_close_v2(handle_);
}

Result<void> Database::write_ahead() {
  auto const until = Monotonic::now() + patience_;
  for (;;) {
    auto const done = run("PRAGMA journal_mode = WAL");
    if (done || done.error().fault != Fault::busy || Monotonic::now() > until) return done;
    std::this_thread::sleep_for(between_tries);
  }
}

Result<void> Database::run(char const* sql) {
  auto code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failed(handle_, code);
  return {};
}

Result<Statement> Database::prepare(std::string_view sql) {
  auto** const place = prepared_->place_of(sql);
  auto* statement = place != nullptr ? std::exchange(*place, nullptr) : nullptr;
  if (statement == nullptr) {
    auto code = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                                   SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code != SQLITE_OK) return failed(handle_, code);
  }
  return Statement(statement, place, prepared_);
}

Result<std::int64_t> Database::number(std::string_view sql) {
  auto statement = TRY(prepare(sql));
  return TRY(statement.step()) ? statement.number(0) : 0;
}

Result<void> Database::commit() {
  auto statement = TRY(prepare("COMMIT"));
  LogWrites const gathered;
  return statement.run();
}

std::int64_t Database::changes() const noexcept {
  return sqlite3_changes64(handle_);
}

bool Database::is_overwritten() const noexcept {
  constexpr std::string_view magic("SQLite format 3\0", 16);
  sqlite3_file* file = nullptr;
  // Not through a descriptor of our own: closing it would release this process's locks.
  if (sqlite3_file_control(handle_, "main", SQLITE_FCNTL_FILE_POINTER, static_cast<void*>(&file)) !=
          SQLITE_OK ||
      file == nullptr || file->pMethods == nullptr)
    return false;
  std::array<char, 16> start{};
  auto const code = file->pMethods->xRead(file, start.data(), static_cast<int>(start.size()), 0);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return false;
  return std::string_view(start.data(), start.size()) != magic;
}

bool Database::has_moved() const noexcept {
  int moved = 0;
  return sqlite3_file_control(handle_, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0;
}

Result<void> Database::check() {
  return expect_ok("PRAGMA quick_check(1)");
}

Result<void> Database::check_whole() {
  return expect_ok("PRAGMA integrity_check(1)");
}

Result<void> Database::expect_ok(std::string_view pragma) {
  auto statement = TRY(prepare(pragma));
  if (TRY(statement.step()) && statement.text(0) != "ok")
    return fail(Fault::invalid, about_file(handle_, statement.text(0)));
  return {};
}

Result<void> Database::copy_to(std::string const& path) {
  if (!UniqueFd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)))
    return fail(errno_error("create", path));
  auto copy = TRY(open(path, Access::write));
  auto* backup = sqlite3_backup_init(copy.handle_, "main", handle_, "main");
  if (backup == nullptr) return failed(copy.handle_, sqlite3_errcode(copy.handle_));
  // In one step: it reads one snapshot, which writers in WAL mode do not wait for.
  auto const until = Monotonic::now() + patience_;
  int code = sqlite3_backup_step(backup, -1);
  while ((code == SQLITE_BUSY || code == SQLITE_LOCKED) && Monotonic::now() < until) {
    std::this_thread::sleep_for(between_tries);
    code = sqlite3_backup_step(backup, -1);
  }
  sqlite3_backup_finish(backup);
  if (code != SQLITE_DONE) return fail(error_of(nullptr, code).within("copy to " + path));
  return copy.run("PRAGMA journal_mode = DELETE");
}

void Database::leave_files_alone() noexcept {
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

Result<Transaction> Transaction::begin(Database& database, Kind kind) {
  TRY(TRY(database.prepare(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN")).run());
  return Transaction(database);
}

Transaction::~Transaction() {
  if (database_ != nullptr) std::ignore = database_->run("ROLLBACK");
}

Result<void> Transaction::commit() {
  TRY(database_->commit());
  database_ = nullptr;
  return {};
}

} // namespace artifactd::sqlite
