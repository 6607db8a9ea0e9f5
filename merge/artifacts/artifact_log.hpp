// Judges a log (`*.ndjson`) line by line: every complete line must be one strict JSON text within the size
// and depth limits of an artifact. A torn last line is neither judged nor merged, only reported: it waits for
// the next signal.
#pragma once

#include "merge/artifacts/artifact_set.hpp"

#include <vector>

namespace artifactd {

/// Tier syntax, in line order, at most a hundred. `line` and `byte` are positions in the log.
[[nodiscard]] std::vector<Finding> log_findings(Artifact const& log, ArtifactLimits const& limits);

/// Tier syntax: the agent submitted only logs, and none has a complete line.
[[nodiscard]] std::vector<Finding> missing_lines(ArtifactSet const& set);

} // namespace artifactd
