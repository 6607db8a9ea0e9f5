// The resources of an agent: the session's graph, why the agent's work was refused, and the schemas
// that its files have to satisfy.
#pragma once

#include "daemon/tools/agent_seat.hpp"
#include "state/json/json_text.hpp"

#include <functional>

namespace artifactd {

struct Resource {
  std::string uri;
  std::string name;
  std::string description;
  /// Fault::missing if it is not there (any more).
  std::function<Result<std::string>()> read;
};

/// The current ones. `named`, `seat` and `config` have to outlive them.
[[nodiscard]] std::vector<Resource> resources_of(AgentSeat const& seat, Config const& config,
                                                 NamedSession const& named);

/// The `result` of resources/list.
[[nodiscard]] Json to_json(std::vector<Resource> const& resources);

} // namespace artifactd
