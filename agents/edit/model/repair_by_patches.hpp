// A whole edit of artifacts of which nothing is known but that they are JSON, in memory: a model is told what
// every check says and answers with patches by JSON pointer; those of one attempt are kept together where
// fewer errors remain and none is new.
#pragma once

#include "agents/edit/judgement.hpp"
#include "agents/edit/model/model_desk.hpp"
#include "agents/edit/repair.hpp"

namespace artifactd::editor {

/// `set`: sound JSON. `reported`: what somebody tells to be wrong, or wants; mended once a patch that is kept
/// addresses it. Every judgement is in the Repair. An Error is the judge's.
Result<Repair> repair_by_patches(ArtifactSet const& set, std::vector<std::string> const& reported,
                                 ArtifactJudge const& judge, ModelDesk& desk,
                                 unsigned attempts = most_attempts);

} // namespace artifactd::editor
