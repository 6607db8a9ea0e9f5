// The schemas that an [[agent]] entry names, as the checks of artifacts take them.
#pragma once

#include "daemon/config/config.hpp"

#include <vector>

namespace artifactd {

/// `schema` for every file first, then those of `schemas`. A schema's directory is where its references are
/// looked up.
[[nodiscard]] std::vector<SchemaRule> schemas_of(AgentRule const& rule);

} // namespace artifactd
