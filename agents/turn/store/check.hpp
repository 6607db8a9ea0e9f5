// Checks the stored stories against their invariants.
#pragma once

#include "agents/turn/store/store.hpp"

#include <vector>

namespace artifactd::turn {

/// Checks every invariant over the whole database: scenes without gaps, the current scene the latest, edges
/// normalised and unique, caches equal to their sources, digests, dice equal to what their seeds give, an
/// undamaged file. One line for each fault, with the ids; empty if there are none. An Error means that the
/// database could not be read.
Result<std::vector<std::string>> check_stories(Store const& store);
/// The same within a transaction.
Result<std::vector<std::string>> faults_of(Database& database);

} // namespace artifactd::turn
