#include "daemon/queries/agent_values.hpp"

#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"

namespace artifactd {

Result<AgentValues> agent_values(Session const& session, Name const& agent, KgPolicy const& policy) {
  return AgentValues{session.shown(), agent, TRY(agent_history(session, agent, policy))};
}

Json to_json(AgentValues const& values) {
  auto past = Json::array();
  for (auto const& value : values.history.past)
    past.push_back({{"generation", value.generation},
                    {"replaced_at", iso8601(value.kept_ns)},
                    {"bytes", value.size},
                    {"sha256", value.digest},
                    {"present", value.present}});
  auto const& now = values.history.now;
  return {{"version", 1},
          {"session", values.session},
          {"agent", values.agent.str()},
          {"now", now ? Json{{"bytes", now->size}, {"sha256", now->digest}} : Json(nullptr)},
          {"past", std::move(past)}};
}

} // namespace artifactd
