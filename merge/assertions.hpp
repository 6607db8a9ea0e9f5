// What the operator demands of an agent's artifacts in jq: each assertion is a program that has to yield
// something other than false and null. A program gives up after 16 outputs and within its limits; that it
// did not end is the agent's to put right, whose data it got. It comes from the configuration, never from an
// agent. libjq rounds large numbers, which does no harm where nothing is written.
#pragma once

#include "merge/artifact_set.hpp"
#include "merge/graph_draft.hpp"
#include "merge/jq_program.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct Assertion {
  enum class Over : std::uint8_t {
    artifacts, ///< the agent's files, merged in byte order of their names
    graph,     ///< the graph as it would be with them
  };
  std::string that{}; ///< jq program; what it yields last counts
  std::string message{};
  Over over = Over::artifacts;
  bool operator==(Assertion const&) const = default;
};

/// `assert.failed` for each that does not hold over the artifacts. An Error when a program does not compile.
Result<std::vector<Finding>> failed_over_artifacts(std::vector<Assertion> const& assertions,
                                                   ArtifactSet const& set, JqLimits const& limits);

/// The same over a graph-to-be.
Result<std::vector<Finding>> failed_over_graph(std::vector<Assertion> const& assertions, GraphDraft& draft,
                                               JqLimits const& limits);

} // namespace artifactd
