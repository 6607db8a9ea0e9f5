// Building blocks of scenarios: a graph, and agents with their artifacts and the result of merging them.
#pragma once

#include "tests/faults/scenario.hpp"

namespace artifactd::faults::given {

extern std::string const graph;
extern std::string const foreign_graph; ///< the graph as written by a program that takes no lock

/// Two files of an agent that the graph knows already; one file of a new agent; broken artifacts.
void alpha(Stage& stage);
void beta(Stage& stage);
void gamma(Stage& stage);

[[nodiscard]] GoodAgent merged_alpha();
[[nodiscard]] GoodAgent merged_beta();
[[nodiscard]] BadAgent refused_gamma(int attempts = 1);

/// The graph, with alpha and beta to be merged and gamma to be refused.
void session(Stage& stage);
/// An extraction rule that takes the client from `source`.
std::string rule(std::string const& source);
[[nodiscard]] Expectation settled_session();

} // namespace artifactd::faults::given
