// Judges a log (`*.ndjson`) line by line: every complete line is one strict JSON text of at most the size and
// depth of an artifact. A torn last line is neither judged nor merged, only told of: it waits for the next
// signal.
#pragma once

#include "merge/artifact_set.hpp"

#include <vector>

namespace artifactd {

/// Tier syntax, in order of lines; of thousands the first hundred. `line` and `byte` count in the log.
[[nodiscard]] std::vector<Finding> log_findings(Artifact const& log, ArtifactLimits const& limits);

/// Tier syntax: the agent handed in nothing but logs without one complete line.
[[nodiscard]] std::vector<Finding> missing_lines(ArtifactSet const& set);

} // namespace artifactd
