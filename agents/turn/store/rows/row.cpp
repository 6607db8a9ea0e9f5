#include "agents/turn/store/rows/row.hpp"

#include <fmt/format.h>

namespace artifactd::turn {

std::string column_names(std::span<Column const> columns) {
  std::vector<std::string_view> names;
  for (auto const& column : columns)
    names.emplace_back(column.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string marks(std::size_t count) {
  return fmt::format("{}", fmt::join(std::vector<std::string_view>(count, "?"), ", "));
}

Result<Json> json_at(Statement const& row, int column) {
  if (row.is_null(column)) return nullptr;
  auto json = Json::parse(row.text(column), nullptr, false);
  if (json.is_discarded()) return fail(Fault::invalid, "the database holds a text that should be JSON");
  return json;
}

Result<Json> row_json(Statement const& row, std::span<Column const> columns) {
  auto json = Json::object();
  for (int at = 0; auto const& [name, type] : columns) {
    if (row.is_null(at))
      json[name] = nullptr;
    else if (type == Type::number)
      json[name] = row.number(at);
    else if (type == Type::text)
      json[name] = row.text(at);
    else
      json[name] = TRY(json_at(row, at));
    ++at;
  }
  return json;
}

} // namespace artifactd::turn
