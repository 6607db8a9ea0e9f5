// The verdict on a rule or an extractor with its samples, whichever the text is, and what is committed if it
// is accepted: `rules/<name>.result.json`.
#pragma once

#include "agents/rule/python/python_verdict.hpp"
#include "agents/rule/rule_files.hpp"

#include <nlohmann/json_fwd.hpp>

namespace artifactd::extraction {

struct Vetting {
  Language language = Language::yaml;
  std::vector<Finding> findings{};   ///< warnings and errors
  Tier tier = Tier::semantic;        ///< the tier that ended it; semantic if all passed
  std::optional<Rule> rule{};        ///< if it is a rule that passed the schema tier
  std::string interpreter{};         ///< if it is an extractor
  nlohmann::ordered_json preview{};  ///< [{path, extracted, status}], at most five
  nlohmann::ordered_json statuses{}; ///< {"COMPLETE": n, …} over all samples, for a rule

  [[nodiscard]] bool refused() const noexcept;
};

/// Fault::unsupported: this machine cannot isolate an extractor, so it is not judged.
Result<Vetting> vet(RuleFiles const& files, SandboxSettings const& sandbox);

/// Ends in a line feed; the same files give the same result.
[[nodiscard]] std::string render_result(Name const& name, RuleFiles const& files, Vetting const& vetting);

/// The requirements a rule must meet, and the paths it must fit; one sentence each.
[[nodiscard]] std::vector<std::string> rule_requirements(Samples const& samples);

} // namespace artifactd::extraction
