#include "agents/turn/store/database.hpp"

#include <exception>
#include <fmt/core.h>
#include <tuple>

namespace artifactd::turn {

namespace {

using Lines = std::vector<std::string>;

Result<Lines> damage_of(sqlite::Database& database) {
  Lines lines;
  if (auto sound = database.check(); !sound && sound.error().fault != Fault::invalid)
    return fail(std::move(sound).error());
  else if (!sound)
    lines.push_back(sound.error().message);
  auto rows = TRY(database.prepare("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check"));
  while (TRY(rows.step()))
    lines.push_back(
        fmt::format("a reference points to nothing: {} {} {}", rows.text(0), rows.text(1), rows.text(2)));
  return lines;
}

} // namespace

Result<void> Database::run(char const* sql) {
  return std::visit([sql](auto& it) { return it.run(sql); }, it_);
}

Result<Statement> Database::prepare(std::string_view sql) {
  return std::visit([sql](auto& it) -> Result<Statement> { return Statement(TRY(it.prepare(sql))); }, it_);
}

Result<std::int64_t> Database::number(std::string_view sql) {
  auto statement = TRY(prepare(sql));
  return TRY(statement.step()) ? statement.number(0) : 0;
}

std::int64_t Database::changes() const {
  return std::visit([](auto const& it) { return it.changes(); }, it_);
}

Result<Lines> Database::damage() {
  if (auto* server = std::get_if<ServerDatabase>(&it_)) return server->damage();
  return damage_of(std::get<sqlite::Database>(it_));
}

Result<Transaction> Transaction::begin(Database& database, Begin kind) {
  if (auto* server = std::get_if<ServerDatabase>(&database.it_))
    TRY(server->begin(kind));
  else
    TRY(TRY(database.prepare(kind == Begin::write ? "BEGIN IMMEDIATE" : "BEGIN")).run());
  return Transaction(database);
}

Transaction::~Transaction() {
  if (database_ == nullptr) return;
  try {
    std::ignore = database_->run("ROLLBACK");
  } catch (std::exception const&) {
    // If the rollback fails, closing the connection rolls back.
  }
}

Result<void> Transaction::commit() {
  if (auto* server = std::get_if<ServerDatabase>(&database_->it_))
    TRY(server->commit());
  else
    TRY(std::get<sqlite::Database>(database_->it_).commit());
  database_ = nullptr;
  return {};
}

} // namespace artifactd::turn
