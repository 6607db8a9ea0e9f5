// The verdict on a rule or an extractor with its samples, whichever the text is, and what is committed if it
// is accepted: `rules/<name>.result.json`.
#pragma once

#include "agents/rule/python/python_verdict.hpp"
#include "agents/rule/rule_files.hpp"

namespace artifactd::extraction {

/// Fault::unsupported: this machine cannot isolate an extractor, so it is not judged.
Result<Judgement> vet(RuleFiles const& files, SandboxSettings const& sandbox);

/// Ends in a line feed; the same files give the same result.
[[nodiscard]] std::string render_result(Name const& name, RuleFiles const& files, Judgement const& judgement);

/// The requirements a rule must meet, and the paths it must fit; one sentence each.
[[nodiscard]] std::vector<std::string> rule_requirements(Samples const& samples);

} // namespace artifactd::extraction
