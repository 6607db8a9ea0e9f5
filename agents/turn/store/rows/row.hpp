// Runs statements with C++ values, for the files of this folder. A Json is bound as its text, JSON null as
// null; an empty OrNull is null.
#pragma once

#include "agents/turn/store/database.hpp"
#include "state/json/json_text.hpp"

#include <concepts>
#include <optional>
#include <span>

namespace artifactd::turn {

struct OrNull {
  std::string_view text;
};

/// How a Json is stored.
struct JsonText {
  explicit JsonText(Json const& json) : text(json.is_null() ? std::string() : compact(json)) {}
  std::string text;
};

inline void bind_value(Statement& statement, int parameter, std::string_view text) {
  statement.bind(parameter, text);
}
inline void bind_value(Statement& statement, int parameter, std::integral auto number) {
  statement.bind(parameter, static_cast<std::int64_t>(number));
}
inline void bind_value(Statement& statement, int parameter, OrNull value) {
  if (value.text.empty())
    statement.bind_null(parameter);
  else
    statement.bind(parameter, value.text);
}
inline void bind_value(Statement& statement, int parameter, JsonText const& json) {
  bind_value(statement, parameter, OrNull{json.text});
}
inline void bind_value(Statement& statement, int parameter, std::optional<std::int64_t> const& number) {
  if (number)
    statement.bind(parameter, *number);
  else
    statement.bind_null(parameter);
}

/// Parameters 1, 2, …; texts must outlive the last step.
template <class... Values>
Statement& bind_all(Statement& statement, Values const&... values) {
  int parameter = 0;
  (bind_value(statement, ++parameter, values), ...);
  return statement;
}

/// Runs a statement without rows; returns the number of rows it changed.
template <class... Values>
Result<std::int64_t> execute(Database& database, std::string_view sql, Values const&... values) {
  auto statement = TRY(database.prepare(sql));
  TRY(bind_all(statement, values...).run());
  return database.changes();
}

/// A statement whose rows will be read. Bound values must outlive it, so only lvalues are accepted.
template <class... Values>
Result<Statement> query(Database& database, std::string_view sql, Values&... values) {
  auto statement = TRY(database.prepare(sql));
  bind_all(statement, values...);
  return statement;
}

/// The first column of the first row, a text; std::nullopt if there is no row.
template <class... Values>
Result<std::optional<std::string>> text_of(Database& database, std::string_view sql,
                                           Values const&... values) {
  auto statement = TRY(query(database, sql, values...));
  return TRY(statement.step()) ? std::optional(statement.text(0)) : std::nullopt;
}

/// The first column of the first row, a number; std::nullopt if there is no row or it is null.
template <class... Values>
Result<std::optional<std::int64_t>> number_of(Database& database, std::string_view sql,
                                              Values const&... values) {
  auto statement = TRY(query(database, sql, values...));
  if (!TRY(statement.step()) || statement.is_null(0)) return std::nullopt;
  return statement.number(0);
}

[[nodiscard]] inline std::optional<std::int64_t> optional_number(Statement const& row, int column) {
  return row.is_null(column) ? std::nullopt : std::optional(row.number(column));
}

/// JSON null for null; Fault::invalid for invalid JSON.
Result<Json> json_at(Statement const& row, int column);

/// How a column is read into JSON, and copied.
enum class Type : std::uint8_t { number, text, json };
struct Column {
  char const* name;
  Type type;
};
/// A row as an object, one member for each column; null becomes JSON null.
Result<Json> row_json(Statement const& row, std::span<Column const> columns);

} // namespace artifactd::turn
