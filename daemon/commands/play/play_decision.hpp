// Who decides about plays on the command line: corrections, adopted games, what was found, kept wishes.
#pragma once

#include "daemon/interventions/decision.hpp"

namespace artifactd {

/// The person who decides, for the record: "uid 1000".
[[nodiscard]] std::string decided_by_user();

} // namespace artifactd
