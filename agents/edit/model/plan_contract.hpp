// What a model's plan must look like, and its conversion to a plan. Errors are numbered, so that the plan
// need not repeat them.
#pragma once

#include "agents/edit/cause.hpp"
#include "agents/model/contract.hpp"

namespace artifactd::editor {

/// `evidence` must outlive it. Every change must name a fragment or a whole artifact, and errors from the
/// list.
[[nodiscard]] model::Contract plan_contract(Evidence const& evidence);

/// For a value that keeps the contract. Changes that share an error have one cause. Additions to the schema
/// come with their edits; all else is open.
[[nodiscard]] ChangePlan plan_from(nlohmann::ordered_json const& value, Evidence const& evidence);

} // namespace artifactd::editor
