// The outcome of a run of the editor as JSON: numbers for the journal, everything for its own record.
#pragma once

#include "agents/edit/edit_run.hpp"

#include <nlohmann/json.hpp>

namespace artifactd::editor {

/// The outcome in numbers, for journals, results and verdicts.
[[nodiscard]] nlohmann::ordered_json summary_json(EditOutcome const& outcome);

/// The same with what was changed, what was wrong and what remains. `outputs`: the digest of the artifacts
/// after publishing, if they are published.
[[nodiscard]] nlohmann::ordered_json verdict_json(EditOutcome const& outcome, std::string const& outputs);

/// Fills in the outcome from the verdict of a run that is over.
void take_verdict(nlohmann::ordered_json const& verdict, EditOutcome& outcome);

} // namespace artifactd::editor
