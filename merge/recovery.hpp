// Puts right what a killed artifactd left of a `kg` settling in a session. Needs the claim; the first thing
// anyone does with it.
#pragma once

#include "merge/kg_settler.hpp"

namespace artifactd {

/// Returns what is worth telling a person: versions other programs wrote into after they had been replaced.
Result<std::vector<std::string>> recover_kg(Session const& session, Place const& place,
                                            KgPolicy const& policy, BufferPool& pool, StaleWatch& watch);

} // namespace artifactd
