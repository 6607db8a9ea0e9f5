// The verdict on a rule or an extractor with its samples, whichever of both the text is, and what is
// committed when it is accepted: `rules/<name>.result.json`.
#pragma once

#include "agents/rule/python_verdict.hpp"
#include "agents/rule/rule_files.hpp"

#include <nlohmann/json_fwd.hpp>

namespace artifactd::extraction {

struct Vetting {
  Language language = Language::yaml;
  std::vector<Finding> findings{};   ///< warnings beside errors
  Tier tier = Tier::semantic;        ///< the one that ended it; semantic when all passed
  std::optional<Rule> rule{};        ///< of a rule that passed the schema tier
  std::string interpreter{};         ///< of an extractor
  nlohmann::ordered_json preview{};  ///< [{path, extracted, status}], at most five
  nlohmann::ordered_json statuses{}; ///< {"COMPLETE": n, …} over all samples, of a rule

  [[nodiscard]] bool refused() const noexcept;
};

/// Fault::unsupported: this machine cannot isolate an extractor, so it is not judged.
Result<Vetting> vet(RuleFiles const& files, SandboxSettings const& sandbox);

/// Ends in a line feed; the same for the same files.
[[nodiscard]] std::string render_result(Name const& name, RuleFiles const& files, Vetting const& vetting);

/// What a rule has to be like, and the paths it has to fit; one sentence each.
[[nodiscard]] std::vector<std::string> rule_requirements(Samples const& samples);

} // namespace artifactd::extraction
