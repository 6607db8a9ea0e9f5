// The two ends of a unix stream socket between the core and one of its own services: `artifactd run`,
// `artifactd model`.
#pragma once

#include "state/platform/fd.hpp"

#include <string>

namespace artifactd {

/// Connects to the service at `path`. Fault::busy if nothing listens or the service has no time: the
/// requested object itself is not what is missing.
Result<UniqueFd> connect_to_service(std::string const& path);

/// Fault::denied unless the peer is this process's user, root or `allowed`.
Result<void> check_peer(int connection, unsigned allowed);

} // namespace artifactd
