// What the configuration means for settling `kg` signals.
#pragma once

#include "daemon/config.hpp"
#include "merge/kg_settler.hpp"

namespace artifactd {

/// Holds copies: the configuration may go.
[[nodiscard]] KgPolicy kg_policy(Config const& config);

} // namespace artifactd
