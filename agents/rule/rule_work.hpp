// Settles `rule` signals: vets the extraction rule or extractor an agent wrote with its samples, and either
// commits its effect as `rules/<name>.result.json` or refuses it with the findings of its tiers.
#pragma once

#include "agents/child/sandbox.hpp"
#include "agents/rule/rule_kind.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// `sandbox` must outlive it.
[[nodiscard]] KindOfWork rule_work(SandboxSettings const& sandbox);

} // namespace artifactd
