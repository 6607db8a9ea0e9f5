#include "agents/turn/store/settings.hpp"

#include "agents/turn/store/rows/row.hpp"

namespace artifactd::turn {

Result<std::optional<Setting>> setting(Store const& store, std::string const& name) {
  return store.read_briefly([&](Database& database) -> Result<std::optional<Setting>> {
    auto row = TRY(query(database, "SELECT value, updated_at FROM settings WHERE name = ?", name));
    if (!TRY(row.step())) return std::nullopt;
    return Setting{row.text(0), row.number(1)};
  });
}

Result<void> set_setting(Store const& store, std::string const& name, std::string const& value, Time at) {
  return store.write([&](Database& database) {
    return execute(
        database,
        "INSERT INTO settings(name, value, updated_at) VALUES(?, ?, ?) ON CONFLICT(name) DO UPDATE SET "
        "value = excluded.value, updated_at = excluded.updated_at",
        name, value, at);
  });
}

} // namespace artifactd::turn
