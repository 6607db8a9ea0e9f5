// Who may decide about plays on the command line: corrections, adopted games, what was found, kept wishes.
#pragma once

#include "daemon/config/config.hpp"
#include "state/session/session.hpp"

namespace artifactd {

/// Fault::denied, with the remedy, if this user may not.
Result<void> allow_decision(Config const& config, Session const& session);

/// The person who decides, for the record: "uid 1000".
[[nodiscard]] std::string decided_by_user();

} // namespace artifactd
