// The prompt that asks a model for a rule, at first and after refused answers (seed: tiered validation).
// Paths, drafts and answers are quoted in separate blocks, never part of the prompt's own text.
#pragma once

#include "agents/model/model.hpp"
#include "agents/rule/draft/wizard.hpp"

#include <span>
#include <string>
#include <vector>

namespace artifactd::extraction {

struct RuleWanted {
  std::vector<std::string> paths; ///< as the model may see them
  std::string draft;              ///< a rule made without the model; empty if there is none
  std::string hint;               ///< from a person; may be empty
  bool python = false;            ///< an extractor is wanted
};

[[nodiscard]] model::Request rule_request(RuleWanted const& wanted, std::span<Finding const> failed);

} // namespace artifactd::extraction
