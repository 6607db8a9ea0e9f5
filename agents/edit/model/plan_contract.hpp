// What a model's plan has to be, and the plan it stands for. Errors are told to it by number, so that it need
// not repeat them.
#pragma once

#include "agents/edit/cause.hpp"
#include "agents/model/contract.hpp"

namespace artifactd::editor {

/// `evidence` outlives it. Every change names a fragment or a whole artifact, and errors there are.
[[nodiscard]] model::Contract plan_contract(Evidence const& evidence);

/// Of a value that keeps the contract. Changes that address an error in common have one cause. Additions to
/// the schema come with their edits; all else is open.
[[nodiscard]] ChangePlan plan_from(nlohmann::ordered_json const& value, Evidence const& evidence);

} // namespace artifactd::editor
