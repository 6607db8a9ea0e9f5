// The lower bound for replacing a graph durably: read it, write a copy, fsync, rename it over the previous
// copy, fsync the directory.
#pragma once

#include <string>
#include <vector>

namespace artifactd::bench {

/// Copies the session's knowledge-graph.json; returns the seconds it took.
double copy_durably(std::string const& session);

[[nodiscard]] double median(std::vector<double> values);
/// The value that `share` (0…1) of the values do not exceed.
[[nodiscard]] double quantile(std::vector<double> values, double share);

} // namespace artifactd::bench
