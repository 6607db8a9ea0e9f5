// The answer to `history`: the value of one agent in the graph, and its earlier ones.
#pragma once

#include "merge/kg/kg_history.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace artifactd {

struct AgentValues {
  std::string session; ///< its path
  Name agent;
  AgentHistory history;

  [[nodiscard]] bool empty() const noexcept { return !history.now && history.past.empty(); }
};

[[nodiscard]] Result<AgentValues> agent_values(Session const& session, Name const& agent,
                                               KgPolicy const& policy);

[[nodiscard]] nlohmann::ordered_json to_json(AgentValues const& values);

} // namespace artifactd
