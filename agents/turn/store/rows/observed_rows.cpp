#include "agents/turn/store/rows/observed_rows.hpp"

#include "agents/turn/store/rows/row.hpp"

#include <algorithm>

namespace artifactd::turn {

Result<std::map<std::int64_t, std::vector<FirstObservation>>>
observed(Store const& store, std::string const& session_id, std::int64_t from, std::int64_t to) {
  constexpr std::array queries = {
      std::string_view(
          "SELECT s.scene_index, o.character_id, o.content, o.first_importance FROM scenes s JOIN "
          "observations o ON o.scene_id = s.id WHERE s.session_id = ? AND s.undone_at IS NULL "
          "AND s.scene_index BETWEEN ? AND ?"),
      std::string_view("SELECT s.scene_index, o.character_id, o.content, r.importance FROM scenes s JOIN "
                       "reinforcements r ON r.scene_id = s.id JOIN observations o ON o.id = r.observation_id "
                       "WHERE s.session_id = ? AND s.undone_at IS NULL AND s.scene_index BETWEEN ? AND ?")};
  using Found = std::map<std::int64_t, std::vector<FirstObservation>>;
  return store.read([&](Database& database) -> Result<Found> {
    Found found;
    for (auto const sql : queries) {
      auto rows = TRY(query(database, sql, session_id, from, to));
      while (TRY(rows.step()))
        found[rows.number(0)].push_back({.character_id = rows.text(1),
                                         .content = rows.text(2),
                                         .importance = static_cast<int>(rows.number(3))});
    }
    for (auto& [index, all] : found)
      std::ranges::sort(all);
    return found;
  });
}

} // namespace artifactd::turn
