// Settles `rule` signals: vets the extraction rule or extractor an agent wrote with its samples, and commits
// what it does as `rules/<name>.result.json`; or refuses it with what its tiers found.
#pragma once

#include "agents/child/sandbox.hpp"
#include "agents/rule/rule_kind.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// `sandbox` outlives it.
[[nodiscard]] KindOfWork rule_work(SandboxSettings const& sandbox);

} // namespace artifactd
