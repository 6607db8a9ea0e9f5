// Repairs what a killed artifactd left of a `kg` settling in a session. Needs the claim, and must run before
// anything else under it.
#pragma once

#include "merge/kg/kg_work.hpp"

namespace artifactd {

/// True if something was repaired: signals may exist again that were gone before.
Result<bool> recover_kg(Claim const&, Session const& session, Place const& place, KgPolicy const& policy,
                        BufferPool& pool, StaleWatch& watch);

/// For people: versions that other programs wrote into after they had been replaced. Each is reported once.
/// `path` is the graph's.
Result<std::vector<std::string>> tell_late_writes(Generations& generations, std::string const& path);

} // namespace artifactd
