// The two ends of a unix stream socket between the core and a service of its own: `artifactd run`,
// `artifactd model`.
#pragma once

#include "state/fd.hpp"

#include <string>

namespace artifactd {

/// Connects to whoever listens at `path`. Fault::busy when nobody does, or has no time: whatever is asked for
/// is not what is missing.
Result<UniqueFd> connect_to_service(std::string const& path);

/// Fault::denied unless the peer is this process's user, root or `allowed`.
Result<void> check_peer(int connection, unsigned allowed);

} // namespace artifactd
