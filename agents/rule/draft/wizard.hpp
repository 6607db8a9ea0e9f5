// How a person, perhaps with a model, arrives at a rule, as a state machine without input or output: what is
// shown, which keys are allowed, how often a model is asked again (seed: tiered validation). The caller
// judges, asks and edits.
#pragma once

#include "agents/rule/draft/rule_fit.hpp"
#include "agents/rule/vetting.hpp"
#include "state/settle/budget.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::extraction {

enum class WizardState : std::uint8_t {
  analyzing,
  regenerating,
  yaml_result,
  python_result,
  analysis_error,
  hint_input,
  editing,
  closed,
};
/// "ANALYZING"
[[nodiscard]] std::string_view word_of(WizardState state) noexcept;

enum class WizardKey : std::uint8_t {
  accept, ///< Enter
  hint,
  edit,
  again, ///< on a result: ask once more; on an error: start over
  draft, ///< on an error: take the rule that was made without a model
  leave, ///< Esc
};

enum class RuleOrigin : std::uint8_t { draft, model, person };
/// "draft"
[[nodiscard]] std::string_view word_of(RuleOrigin origin) noexcept;

/// A rule or an extractor, judged.
struct Candidate {
  RuleOrigin origin = RuleOrigin::draft;
  std::string text = {};
  std::shared_ptr<Judgement const> judgement = {}; ///< never null in a wizard
  std::optional<RuleFit> fit = {};                 ///< if it is a rule that passed the schema tier

  /// Its text without the model's words around it.
  [[nodiscard]] std::string script() const { return std::string(fenced_script(text).content); }
};

[[nodiscard]] nlohmann::ordered_json to_json(Candidate const& candidate);

class Wizard {
public:
  struct Means {
    bool model = false;  ///< a model is available
    bool editor = false; ///< an editor is available
  };
  explicit Wizard(Means means) : means_(means) {}

  [[nodiscard]] WizardState state() const noexcept { return state_; }
  /// Whether a model must be asked now: in ANALYZING and REGENERATING.
  [[nodiscard]] bool asks() const noexcept;
  /// One or two lines to show while the model is asked or its answer is tried on the samples.
  [[nodiscard]] std::vector<std::string> spinner(bool on_samples = false) const;

  /// The rule made without a model, before any other; it is the result if there is no model.
  void drafted(Candidate candidate);
  /// The model's answer. `worse`: than the draft, which is then kept.
  void answered(Candidate candidate, bool worse);
  /// The model gave no answer.
  void unanswered(std::string why);
  /// What an editor saved; std::nullopt if it failed or nothing changed.
  void edited(std::optional<Candidate> candidate);
  /// In HINT_INPUT: an empty hint goes back.
  void hinted(std::string const& text);

  [[nodiscard]] bool may(WizardKey key) const noexcept;
  /// Does nothing if may() is false.
  void press(WizardKey key);

  /// With a result: the one shown. After an error: the last one refused, for an editor.
  [[nodiscard]] Candidate const& candidate() const noexcept { return candidate_; }
  /// The first error of each refused answer.
  [[nodiscard]] std::vector<Finding> const& attempts() const noexcept { return attempts_; }
  /// Why the model gave no answer; empty if it gave one.
  [[nodiscard]] std::string const& trouble() const noexcept { return trouble_; }
  [[nodiscard]] std::string const& hint() const noexcept { return hint_; }
  [[nodiscard]] bool accepted() const noexcept { return accepted_; }
  /// One sentence about what happened last; empty if there is nothing to report.
  [[nodiscard]] std::string const& notice() const noexcept { return notice_; }

private:
  void show(Candidate candidate);
  void start_over();
  [[nodiscard]] Budget budget() const;
  [[nodiscard]] bool in_result() const noexcept;

  Means means_;
  WizardState state_ = WizardState::analyzing;
  WizardState before_hint_ = WizardState::analyzing;
  WizardState before_edit_ = WizardState::analyzing;
  Candidate candidate_;
  std::optional<Candidate> draft_;
  std::vector<Finding> attempts_;
  std::vector<Spending> spendings_;
  std::string hint_;
  std::string trouble_;
  std::string notice_;
  bool accepted_ = false;
};

} // namespace artifactd::extraction
