// The daemon that does the steps of a session's story, if there is one.
#pragma once

#include "daemon/control/control_client.hpp"
#include "daemon/interventions/case.hpp"

#include <optional>

namespace artifactd {

struct StepServer {
  bool serves = false;
  std::optional<ControlClient> tells{}; ///< absent if it refuses this user: then files show the end
};

[[nodiscard]] StepServer step_server(Case const& chosen);

} // namespace artifactd
