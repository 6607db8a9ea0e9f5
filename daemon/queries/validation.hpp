// The answer to `validate`: what settling would find in the artifacts of a session. Nothing is written.
#pragma once

#include "merge/kg/kg_policy.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/finding.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct Validation {
  struct Row {
    Name agent;
    std::vector<Finding> findings;
  };
  std::string session; ///< its path
  std::vector<Row> agents = {};
  std::vector<std::string> skipped = {}; ///< why some directories below artifacts/ are no agent's

  [[nodiscard]] bool valid() const noexcept;
};

/// Of one agent, or of every directory below artifacts/.
[[nodiscard]] Result<Validation> validate(Session const& session, std::optional<std::string> const& agent,
                                          KgPolicy const& policy);

[[nodiscard]] nlohmann::ordered_json to_json(Validation const& validation);

} // namespace artifactd
