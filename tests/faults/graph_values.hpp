// The values a graph may have while a given set of agents is merged into it.
#pragma once

#include "tests/faults/oracle.hpp"

#include <nlohmann/json.hpp>

namespace artifactd::faults {

using Json = nlohmann::json;

/// Discarded (is_discarded()) if the text is not JSON.
Json parse(std::string const& text);

/// The final graph: all agents merged into the version that was last in place.
Json merged_graph(Expectation const& expected, bool meddled);

/// Killed: all agents of the group or none. An error may keep one agent back, so then any of them; so may a
/// foreign version, which wins if both changed a member, until the agent, whose signal still exists, is
/// merged again.
std::vector<Json> allowed_graphs(Expectation const& expected, Interruption how);

/// Whether every member that merging this agent sets is in the graph.
bool holds(Json const& graph, GoodAgent const& agent, bool meddled);

} // namespace artifactd::faults
