#include "state/vocabulary/told_findings.hpp"

namespace artifactd {

ToldFindings::ToldFindings(std::vector<Finding> const& findings) {
  for (auto const& finding : findings)
    if (finding.severity == Severity::error)
      errors.push_back(finding);
    else if (++occurring[finding.code] == 1)
      warnings.push_back(finding);
}

} // namespace artifactd
