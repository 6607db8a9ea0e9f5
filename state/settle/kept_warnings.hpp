// What an accepted submission was warned about, for those who wait for its verdict: one file for each signal
// name, about the last submission that had warnings. Nothing depends on it. If it is lost or speaks of
// another submission, a verdict is told without warnings.
#pragma once

#include "state/settle/claim.hpp"
#include "state/settle/signal.hpp"
#include "state/vocabulary/finding.hpp"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace artifactd {

/// `findings` has no errors. The first of each code is kept, with the number of its `occurrences`.
Result<void> keep_warnings(Claim const& claim, Session const& session, Sighting const& accepted,
                           std::vector<Finding> const& findings);

/// As in instructions: an array of findings with their `occurrences`; empty if none were kept for this very
/// submission.
[[nodiscard]] nlohmann::ordered_json kept_warnings(Session const& session, SignalName const& signal,
                                                   DropId const& accepted);

} // namespace artifactd
