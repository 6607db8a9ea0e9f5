// The files in the body of a request: {"files": {"claims.json": "TEXT", …}}.
#pragma once

#include "daemon/interventions/placed_files.hpp"
#include "state/json/json_text.hpp"

#include <vector>

namespace artifactd {

/// Each with its place. Fault::invalid for a name that has none.
[[nodiscard]] Result<std::vector<PlacedFile>> submitted_files(SignalName const& signal, Json const& body);

} // namespace artifactd
