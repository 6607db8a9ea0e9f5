#include "state/vocabulary/told_findings.hpp"

#include <nlohmann/json.hpp>
#include <ranges>

namespace artifactd {

ToldFindings::ToldFindings(std::vector<Finding> const& findings) {
  for (auto const& finding : findings)
    if (finding.severity == Severity::error)
      errors.push_back(finding);
    else if (++occurring[finding.code] == 1)
      warnings.push_back(finding);
}

nlohmann::ordered_json told_warnings(ToldFindings const& all) {
  auto rows = nlohmann::ordered_json::array();
  for (auto const& warning : all.warnings | std::views::take(ToldFindings::listed_warnings)) {
    auto& row = rows.emplace_back(to_json(warning));
    row["occurrences"] = all.occurring.at(warning.code);
  }
  return rows;
}

} // namespace artifactd
