// Findings as reported to a reader who has to repair only the errors: all errors, and the first warning of
// each code with the number of its occurrences.
#pragma once

#include "state/vocabulary/finding.hpp"

#include <map>
#include <string>
#include <vector>

namespace artifactd {

struct ToldFindings {
  static constexpr std::size_t listed_warnings = 50; ///< codes, each with its first finding

  std::vector<Finding> errors;
  std::vector<Finding> warnings;        ///< the first of each code
  std::map<std::string, int> occurring; ///< how often the code of a warning occurs

  explicit ToldFindings(std::vector<Finding> const& findings);

  /// How many further warnings with the same code were omitted.
  [[nodiscard]] int more_like(Finding const& warning) const { return occurring.at(warning.code) - 1; }
};

/// An array of the listed warnings, each with its `occurrences`.
[[nodiscard]] nlohmann::ordered_json told_warnings(ToldFindings const& all);

} // namespace artifactd
