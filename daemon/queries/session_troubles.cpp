#include "daemon/queries/session_troubles.hpp"

#include "daemon/queries/all_sessions.hpp"
#include "daemon/queries/gone_state.hpp"
#include "daemon/queries/graph_state.hpp"
#include "daemon/queries/waiting_fix.hpp"

namespace artifactd {

std::vector<StuckRow> session_troubles(Config const& config, SessionKey const& key) try {
  std::vector<StuckRow> rows;
  for (auto const look : {damaged_graph, gone_state, waiting_fix})
    if (auto row = look(config, key)) rows.push_back(*std::move(row));
  return rows;
} catch (std::exception const& error) {
  return {not_looked_at(key, error)};
}

} // namespace artifactd
