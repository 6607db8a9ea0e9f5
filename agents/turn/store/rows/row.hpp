// Runs statements with C++ values, for the files of the store. A Json is bound as its text, JSON null as
// null; an empty OrNull is null.
#pragma once

#include "agents/turn/store/database.hpp"
#include "state/json/json_text.hpp"

#include <concepts>
#include <optional>
#include <span>
#include <variant>
#include <vector>

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

/// A value of any column, kept until its statement has run.
using ColumnValue = std::variant<std::nullptr_t, std::int64_t, std::string>;
inline void bind_value(Statement& statement, int parameter, std::nullptr_t) {
  statement.bind_null(parameter);
}

/// Parameters 1, 2, …; texts must outlive the last step.
template <class... Values>
Statement& bind_all(Statement& statement, Values const&... values) {
  int parameter = 0;
  (bind_value(statement, ++parameter, values), ...);
  return statement;
}

inline void bind_values(Statement& statement, std::span<ColumnValue const> values) {
  for (int parameter = 0; auto const& value : values) {
    ++parameter;
    std::visit([&](auto const& it) { bind_value(statement, parameter, it); }, value);
  }
}

/// Runs a prepared statement without rows: as often as there are rows to write.
template <class... Values>
Result<void> run_with(Statement& statement, Values const&... values) {
  return bind_all(statement, values...).run();
}

/// Runs a statement without rows.
template <class... Values>
Result<void> execute(Database& database, std::string_view sql, Values const&... values) {
  auto statement = TRY(database.prepare(sql));
  return run_with(statement, values...);
}

/// A statement whose rows will be read. Bound values must outlive it, so only lvalues are accepted.
template <class... Values>
Result<Statement> query(Database& database, std::string_view sql, Values&... values) {
  auto statement = TRY(database.prepare(sql));
  bind_all(statement, values...);
  return statement;
}

/// What `read` makes of each row.
template <class Read>
auto read_rows(Statement& rows, Read read) -> Result<std::vector<decltype(read(rows))>> {
  std::vector<decltype(read(rows))> found;
  while (TRY(rows.step()))
    found.push_back(read(rows));
  return found;
}

/// The first column of every row, texts.
template <class... Values>
Result<std::vector<std::string>> all_texts(Database& database, std::string_view sql,
                                           Values const&... values) {
  auto rows = TRY(query(database, sql, values...));
  return read_rows(rows, [](Statement const& row) { return row.text(0); });
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

  static constexpr Column number(char const* name) { return {name, Type::number}; }
  static constexpr Column text(char const* name) { return {name, Type::text}; }
  static constexpr Column json(char const* name) { return {name, Type::json}; }
};
/// "id, name, …"
[[nodiscard]] std::string column_names(std::span<Column const> columns);
/// "?, ?, …"
[[nodiscard]] std::string marks(std::size_t count);
/// A row as an object, one member for each column; null becomes JSON null.
Result<Json> row_json(Statement const& row, std::span<Column const> columns);

} // namespace artifactd::turn
