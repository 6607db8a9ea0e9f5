// How a run of the editor ended, as JSON: in numbers for the journal, whole for its own record.
#pragma once

#include "agents/edit/edit_run.hpp"

#include <nlohmann/json.hpp>

namespace artifactd::editor {

/// The outcome in numbers: of journals, results and verdicts.
[[nodiscard]] nlohmann::ordered_json summary_json(EditOutcome const& outcome);

/// The same with what was changed, what was wrong and what is left. `outputs`: the digest of the artifacts as
/// they shall be, of what is published.
[[nodiscard]] nlohmann::ordered_json verdict_json(EditOutcome const& outcome, std::string const& outputs);

/// What a verdict tells of a run that is over.
void take_verdict(nlohmann::ordered_json const& verdict, EditOutcome& outcome);

} // namespace artifactd::editor
