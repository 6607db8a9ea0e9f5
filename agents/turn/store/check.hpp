// Whether the stored stories keep what is promised of them.
#pragma once

#include "agents/turn/store/store.hpp"

#include <vector>

namespace artifactd::turn {

/// Every invariant over the whole database: scenes without gaps, the current scene the latest, edges
/// normalised and unique, caches equal to what they are computed from, digests, dice equal to those their
/// seeds give, the file sound. One line for each fault, with the ids; empty: all is well. An Error means that
/// it could not be read.
Result<std::vector<std::string>> check_stories(Store const& store);
/// The same within a transaction.
Result<std::vector<std::string>> faults_of(Database& database);

} // namespace artifactd::turn
