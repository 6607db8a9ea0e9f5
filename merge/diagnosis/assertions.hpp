// The operator's requirements on an agent's artifacts, in jq: each assertion is a program that must yield
// something other than false and null. A program is stopped after 16 outputs or at its limits; if it does not
// end, the agent has to fix it, since the data is the agent's. Programs come from the configuration, never
// from an agent. libjq rounds large numbers, which does no harm because nothing is written.
#pragma once

#include "merge/artifacts/artifact_set.hpp"
#include "merge/graph/graph_draft.hpp"
#include "merge/jq/jq_program.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct Assertion {
  enum class Over : std::uint8_t {
    artifacts, ///< the agent's files, merged in byte order of their names
    graph,     ///< the graph as it would be with them
  };
  std::string that{}; ///< jq program; its last output counts
  std::string message{};
  Over over = Over::artifacts;
  bool operator==(Assertion const&) const = default;
};

/// `assert.failed` for each that does not hold over the artifacts. An Error if a program does not compile.
Result<std::vector<Finding>> failed_over_artifacts(std::vector<Assertion> const& assertions,
                                                   ArtifactSet const& set, JqLimits const& limits);

/// The same over a draft of the graph.
Result<std::vector<Finding>> failed_over_graph(std::vector<Assertion> const& assertions, GraphDraft& draft,
                                               JqLimits const& limits);

} // namespace artifactd
