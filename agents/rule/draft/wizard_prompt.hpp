// What a model is asked for a rule, at first and after answers that were refused (seed: tiered validation).
// Paths, drafts and answers are material in blocks of their own, never words of the prompt.
#pragma once

#include "agents/model/model.hpp"
#include "agents/rule/draft/wizard.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::extraction {

struct RuleWanted {
  std::vector<std::string> paths; ///< as the model may see them
  std::string draft;              ///< a rule made without it; empty: none
  std::string hint;               ///< of a person; may be empty
  bool python = false;            ///< an extractor is wanted
};

[[nodiscard]] model::Request rule_request(RuleWanted const& wanted, std::span<FailedAttempt const> failed);

} // namespace artifactd::extraction
