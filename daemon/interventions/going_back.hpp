// Going back to an earlier value: what `rollback` and `restore` do, from the command line and the web.
#pragma once

#include "daemon/config/config.hpp"
#include "merge/kg/kg_history.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace artifactd {

/// What was done or, in a dry run, would be.
struct Returned {
  std::string session; ///< its path
  WentBack back;
  DryRun dry;
};

/// One agent's value, or the whole graph. Waits a moment for a session that is being settled.
[[nodiscard]] Result<WentBack> go_back(Session const& session, std::optional<Name> const& agent,
                                       std::optional<std::uint64_t> to, KgPolicy const& policy, DryRun dry,
                                       OnProgress const& on_progress = {});

/// Records it in artifactd's journal as what a person did, if this user may write that.
void record_return(Config const& config, Returned const& returned, std::optional<Name> const& agent);

[[nodiscard]] nlohmann::ordered_json to_json(Returned const& returned);

} // namespace artifactd
