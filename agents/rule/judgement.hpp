// The verdict on one rule or extractor, from a model's raw output, by tiers: syntax, schema and samples. The
// first tier with an error ends it, and all findings of that tier are reported.
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
enum class Form : std::uint8_t {
  yaml,   ///< `.yaml`: a rule, whatever its fence says
  python, ///< `.py`: an extractor
  text,   ///< `.txt`: raw output, a rule or an extractor
};

struct Judgement {
  std::string file = {}; ///< the name to show
  Language language = Language::yaml;
  std::vector<Finding> findings = {}; ///< including warnings of earlier tiers
  Tier tier = Tier::syntax;           ///< the tier that ended it; semantic if all of them pass
  std::optional<Rule> rule = {};      ///< once the schema tier has passed
  std::string interpreter = {};       ///< if it is an extractor
  Trial trial = {};                   ///< empty before the semantic tier; its findings are in `findings`

  [[nodiscard]] bool refused() const noexcept;
};

/// Not for Form::python. Of a text that turns out to be Python, only its language is said.
[[nodiscard]] Judgement judge_rule(RawText const& raw, Form form, Samples const& samples);

/// A row of `rule test`.
[[nodiscard]] nlohmann::ordered_json to_json(Judgement const& judgement);

/// One line for a spinner: "syntax error (line 5)", "schema error (extract.client.from)", …
[[nodiscard]] std::string short_message(Finding const& finding);

} // namespace artifactd::extraction
