// The commit of kg work: the artifacts of all its agents go into the graph in one rewrite.
#pragma once

#include "merge/kg/kg_work.hpp"

namespace artifactd {

/// What judging read; `Submission::read` holds a shared pointer to it.
struct KgInputs {
  AgentRules rules;
  ArtifactSet set;
};

/// As described at KindOfWork::commit.
Result<void> commit_kg(Session const& session, CommitBatch& batch, KgTools const& tools);

} // namespace artifactd
