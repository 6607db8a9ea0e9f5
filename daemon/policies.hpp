// What the configuration means for settling.
#pragma once

#include "daemon/config.hpp"
#include "merge/kg_settler.hpp"

namespace artifactd {

/// Holds copies: the configuration may go.
struct Policies {
  KgPolicy kg;
  RefusalPolicy refusal; ///< without a count: that is the journal's
};

[[nodiscard]] Policies policies(Config const& config);

[[nodiscard]] KgPolicy kg_policy(Config const& config);

/// The checks an [[agent]] entry asks for.
[[nodiscard]] Checks checks_of(AgentRule const& rule);

} // namespace artifactd
