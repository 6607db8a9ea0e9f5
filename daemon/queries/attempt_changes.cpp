#include "daemon/queries/attempt_changes.hpp"

#include <set>
#include <tuple>

namespace artifactd {

namespace {

auto essence(Finding const& finding) {
  return std::tuple(finding.code, finding.file, finding.pointer.value_or(""), finding.message);
}

std::vector<Finding> missing_in(std::vector<Finding> const& findings, std::vector<Finding> const& others) {
  std::multiset<decltype(essence(Finding{}))> known;
  for (auto const& each : others)
    known.insert(essence(each));
  std::vector<Finding> missing;
  for (auto const& each : findings) {
    auto const found = known.find(essence(each));
    if (found == known.end())
      missing.push_back(each);
    else
      known.erase(found);
  }
  return missing;
}

} // namespace

std::vector<AttemptChange> changes_in(AttemptLog const& log) {
  std::vector<AttemptChange> changes;
  for (std::size_t i = 1; i < log.attempts.size(); ++i) {
    auto const& before = log.attempts[i - 1];
    auto const& after = log.attempts[i];
    AttemptChange change{.from = before.number,
                         .to = after.number,
                         .inputs_changed = before.inputs != after.inputs,
                         .gone = missing_in(before.findings, after.findings),
                         .added = missing_in(after.findings, before.findings)};
    change.kept = before.findings.size() - change.gone.size();
    changes.push_back(std::move(change));
  }
  return changes;
}

Json to_json(AttemptChange const& change) {
  return {{"from", change.from},
          {"to", change.to},
          {"inputs_changed", change.inputs_changed},
          {"gone", to_json(change.gone)},
          {"added", to_json(change.added)},
          {"kept", change.kept}};
}

} // namespace artifactd
