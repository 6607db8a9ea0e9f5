// The answer to a request whose artifacts could not be repaired: a finding for each error that remains.
#pragma once

#include "agents/edit/edit_request.hpp"
#include "agents/edit/edit_run.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

/// About the agent's artifacts as a whole.
[[nodiscard]] Finding unrepaired_finding(EditRequest const& request, std::string message, std::string hint);

/// Why the run ended, and what remains: each error at its place in the files, which are as they were. An
/// error that was only reported is placed at what it names.
[[nodiscard]] std::vector<Finding> unrepaired_findings(EditRequest const& request, EditOutcome const& outcome,
                                                       KgPolicy const& kg);

} // namespace artifactd::editor
