// Puts right what a killed artifactd left of a `kg` settling in a session. Needs the claim; the first thing
// anyone does with it.
#pragma once

#include "merge/kg/kg_work.hpp"

namespace artifactd {

/// True when something was put right: signals may stand again that did not before.
Result<bool> recover_kg(Claim const&, Session const& session, Place const& place, KgPolicy const& policy,
                        BufferPool& pool, StaleWatch& watch);

/// For people: versions other programs wrote into after they had been replaced. Each is told once.
Result<std::vector<std::string>> tell_late_writes(Generations& generations, Place const& place);

} // namespace artifactd
