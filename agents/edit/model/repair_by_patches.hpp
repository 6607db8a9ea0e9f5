// A whole edit, in memory, of artifacts known only to be JSON: a model is shown what all checks say and
// answers with patches by JSON pointer; the patches of one attempt are kept together if fewer errors remain
// and none is new.
#pragma once

#include "agents/edit/judgement.hpp"
#include "agents/edit/model/model_desk.hpp"
#include "agents/edit/repair.hpp"

namespace artifactd::editor {

/// `set`: valid JSON. `reported`: reported errors or a wish; they count as repaired once a kept patch
/// addresses them. Every judgement is in the Repair. An Error comes from the judge.
Result<Repair> repair_by_patches(ArtifactSet const& set, std::vector<std::string> const& reported,
                                 ArtifactJudge const& judge, ModelDesk& desk,
                                 unsigned attempts = most_attempts);

} // namespace artifactd::editor
