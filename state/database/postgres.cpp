#include "state/database/postgres.hpp"

#include "state/database/postgres_link.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <fmt/core.h>

namespace artifactd::postgres {

namespace {

constexpr unsigned type_bigint = 20; // from PostgreSQL's pg_type.dat: these never change
constexpr unsigned type_text = 25;

std::int64_t count_of(pg_result* answer) {
  std::string_view const digits = PQcmdTuples(answer);
  std::int64_t count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  return count;
}

/// The first line of libpq's message, which names hosts, users and files; the password is masked.
std::string why_not_connected(PGconn* handle) {
  auto said = std::string(PQerrorMessage(handle));
  said.resize(std::min(said.find('\n'), said.size()));
  std::string_view const password = PQpass(handle) == nullptr ? "" : PQpass(handle);
  for (auto at = said.find(password); !password.empty() && at != said.npos; at = said.find(password, at + 3))
    said.replace(at, password.size(), "***");
  return said;
}

void ignore_notice(void* /*unused*/, PGresult const* /*unused*/) {}

} // namespace

void Cleared::operator()(pg_result* result) const noexcept {
  PQclear(result);
}

Statement::Parameter& Statement::parameter(int number) {
  auto const at = static_cast<std::size_t>(number) - 1;
  if (at >= parameters_.size()) parameters_.resize(at + 1);
  return parameters_[at] = {};
}

void Statement::bind(int number, std::int64_t value) {
  auto& bound = parameter(number);
  bound.type = type_bigint;
  for (int shift = 56; shift >= 0; shift -= 8)
    bound.number += static_cast<char>(std::bit_cast<std::uint64_t>(value) >> shift & 0xff);
}

void Statement::bind(int number, std::string_view text) {
  auto& bound = parameter(number);
  bound.type = type_text;
  bound.text = text;
}

void Statement::bind_null(int number) {
  parameter(number);
}

Result<Answer> Statement::execute() {
  if (link_->lost) return lost(*link_, "it was lost before");
  auto const count = parameters_.size();
  std::vector<unsigned> types(count);
  std::vector<char const*> values(count);
  std::vector<int> sizes(count);
  std::vector<int> const formats(count, 1); // 1: binary
  for (std::size_t at = 0; at < count; ++at) {
    auto const& [type, number, text] = parameters_[at];
    auto const bytes = type == type_bigint ? std::string_view(number) : text;
    if (type == type_text && bytes.contains('\0'))
      return failed(*link_, Fault::invalid, "PostgreSQL cannot store a text with the character NUL (U+0000)");
    if (bytes.size() > INT32_MAX) return failed(*link_, Fault::too_large, "a text beyond 2 GiB");
    types[at] = type;
    values[at] = type == 0 ? nullptr : bytes.empty() ? "" : bytes.data();
    sizes[at] = static_cast<int>(bytes.size());
  }
  if (PQsendQueryParams(link_->handle, sql_.c_str(), static_cast<int>(count), types.data(), values.data(),
                        sizes.data(), formats.data(), 0) == 0)
    return lost(*link_);
  return answer_of(*link_);
}

Result<bool> Statement::step() {
  if (!rows_) {
    rows_ = TRY(execute());
    link_->changes = count_of(rows_.get());
  }
  if (row_ + 1 < PQntuples(rows_.get())) {
    ++row_;
    return true;
  }
  reset();
  return false;
}

Result<void> Statement::run() {
  reset();
  TRY(step());
  reset();
  return {};
}

void Statement::reset() noexcept {
  rows_.reset();
  row_ = -1;
}

bool Statement::is_null(int column) const {
  return !rows_ || PQgetisnull(rows_.get(), row_, column) != 0;
}

std::string Statement::text(int column) const {
  if (is_null(column)) return {};
  return {PQgetvalue(rows_.get(), row_, column),
          static_cast<std::size_t>(PQgetlength(rows_.get(), row_, column))};
}

std::int64_t Statement::number(int column) const {
  auto const digits = text(column);
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

int Statement::columns() const noexcept {
  return rows_ ? PQnfields(rows_.get()) : 0;
}

Connection::Connection(std::unique_ptr<Link> link) noexcept : link_(std::move(link)) {}
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;
Connection::~Connection() = default;

Result<Connection> Connection::open(std::string const& url, std::string about) {
  // The URL comes last, so its options take precedence.
  constexpr std::array<char const*, 8> names = {"connect_timeout",
                                                "keepalives_idle",
                                                "keepalives_interval",
                                                "keepalives_count",
                                                "fallback_application_name",
                                                "client_encoding",
                                                "dbname",
                                                nullptr};
  std::array<char const*, 8> const values = {"5", "10", "5", "3", "artifactd", "UTF8", url.c_str(), nullptr};
  auto link = std::make_unique<Link>(PQconnectdbParams(names.data(), values.data(), 1), std::move(about));
  if (link->handle == nullptr) return failed(*link, Fault::exhausted, "out of memory");
  if (PQstatus(link->handle) != CONNECTION_OK)
    return failed(*link, Fault::io, why_not_connected(link->handle));
  PQsetNoticeReceiver(link->handle, ignore_notice, nullptr);
  if (PQsetnonblocking(link->handle, 1) != 0) return lost(*link);
  return Connection(std::move(link));
}

Result<void> Connection::run(char const* sql) {
  auto const answer = TRY(ask(*link_, sql));
  link_->changes = count_of(answer.get());
  return {};
}

Statement Connection::prepare(std::string_view sql) {
  return {*link_, numbered(sql)};
}

Result<std::int64_t> Connection::number(std::string_view sql) {
  auto statement = prepare(sql);
  return TRY(statement.step()) ? statement.number(0) : 0;
}

std::int64_t Connection::changes() const noexcept {
  return link_->changes;
}

Result<bool> Connection::commit() {
  auto const answer = TRY(ask(*link_, "COMMIT"));
  return std::string_view(PQcmdStatus(answer.get())) == "COMMIT";
}

bool Connection::is_lost() const noexcept {
  return link_->lost || PQstatus(link_->handle) != CONNECTION_OK;
}

int Connection::server_version() const noexcept {
  return PQserverVersion(link_->handle);
}

std::string numbered(std::string_view sql) {
  std::string text;
  int parameter = 0;
  for (std::size_t at = 0; at < sql.size(); ++at) {
    auto const each = sql[at];
    if (each == '\'' || each == '"') {
      auto const end = std::min(sql.find(each, at + 1), sql.size() - 1);
      text += sql.substr(at, end + 1 - at);
      at = end;
    } else if (each != '?') {
      text += each;
    } else {
      text += '$';
      auto const next = at + 1 < sql.size() ? sql[at + 1] : '\0';
      if (next < '0' || next > '9') text += std::to_string(++parameter);
    }
  }
  return text;
}

} // namespace artifactd::postgres
