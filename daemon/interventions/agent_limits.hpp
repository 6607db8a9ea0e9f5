// What may not be submitted for an agent by a program that acts for it alone, through its tools or with its
// token: requests that reach beyond the agent's own work (KindTraits::beyond_agent). People, and agents that
// write files themselves, are not limited by this: they have the rights of their user.
#pragma once

#include "daemon/interventions/placed_files.hpp"

#include <vector>

namespace artifactd {

/// Fault::denied if the request of this signal that is in place once `files` are reaches too far.
Result<void> within_agent(Session const& session, SignalName const& signal,
                          std::vector<PlacedFile> const& files);

} // namespace artifactd
