#include "agents/turn/store/step_spending.hpp"

#include "agents/turn/prompts/spent.hpp"
#include "agents/turn/store/rows/row.hpp"
#include "state/json/json_member.hpp"

namespace artifactd::turn {

namespace {

constexpr std::string_view calls_of_turns =
    "SELECT t.scene_id, e.payload_json FROM turns t JOIN turn_events e ON e.scene_id = t.scene_id "
    "JOIN sessions s ON s.id = t.session_id WHERE t.what = 'say' AND t.created_at >= ?1 AND "
    "(?2 = '' OR s.path = ?2) AND e.event_type IN ('model_output', 'error') ORDER BY t.scene_id, e.position";

} // namespace

Result<Spending> spending(Store const& store, Time since, std::string const& path) {
  return store.read([&](Database& database) -> Result<Spending> {
    auto rows = TRY(query(database, calls_of_turns, since, path));
    Spending sum;
    std::string scene;
    while (TRY(rows.step())) {
      if (auto id = rows.text(0); id != scene) {
        ++sum.turns;
        scene = std::move(id);
      }
      auto const payload = TRY(json_at(rows, 1));
      auto& step = sum.steps[text_member(payload, "call")];
      ++step.calls;
      step.usage += usage_of(payload);
    }
    return sum;
  });
}

} // namespace artifactd::turn
