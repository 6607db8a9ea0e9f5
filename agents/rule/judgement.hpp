// The verdict on one rule, from a model's raw output, by tiers: syntax, schema and samples. The first tier
// with an error ends it, and all findings of that tier are reported.
#pragma once

#include "agents/rule/fence.hpp"
#include "agents/rule/rule.hpp"
#include "agents/rule/samples.hpp"
#include "agents/rule/trial.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

/// What the file's name says about its text.
enum class Shape : std::uint8_t {
  yaml, ///< `.yaml`: a rule, whatever its fence says
  text, ///< `.txt`: raw output, a rule or an extractor
};

struct Judgement {
  Language language = Language::yaml; ///< python: an extractor, which is not judged here
  Tier tier = Tier::syntax;           ///< the tier that ended it; semantic if all of them pass
  std::vector<Finding> findings;      ///< including warnings of earlier tiers
  std::optional<Rule> rule;           ///< once the schema tier has passed
  Trial trial;                        ///< empty before the semantic tier; its findings are in `findings`

  [[nodiscard]] bool refused() const noexcept;
};

[[nodiscard]] Judgement judge_rule(RawText const& raw, Shape shape, Samples const& samples);

/// One line for a spinner: "syntax error (line 5)", "schema error (extract.client.from)", …
[[nodiscard]] std::string short_message(Finding const& finding);

} // namespace artifactd::extraction
