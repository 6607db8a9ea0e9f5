// One shape of paths on its way to a rule: the draft, the judge, and the model, if any. Display and input are
// up to the caller.
#pragma once

#include "agents/child/sandbox.hpp"
#include "agents/model/model.hpp"
#include "agents/rule/draft/drafted_rule.hpp"
#include "agents/rule/draft/redaction.hpp"
#include "agents/rule/draft/wizard.hpp"
#include "daemon/commands/rule/path_survey.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace artifactd {

/// What the model is told about the paths, and where they are sent.
struct ModelAsked {
  std::shared_ptr<model::Model> model; ///< null: none
  std::string place;                   ///< for people: "claude at api.anthropic.com"
  bool redacts = false;
};

class RuleWork {
public:
  /// `survey` outlives it. `draft`: for that shape.
  RuleWork(PathSurvey const& survey, std::size_t shape, extraction::DraftedRule draft, bool python,
           ModelAsked asked, SandboxSettings sandbox, extraction::Wizard::Means means);

  [[nodiscard]] extraction::Wizard& wizard() noexcept { return wizard_; }
  [[nodiscard]] extraction::Wizard const& wizard() const noexcept { return wizard_; }
  [[nodiscard]] std::string form() const;
  [[nodiscard]] std::vector<std::string> const& notes() const noexcept { return draft_.notes; }
  [[nodiscard]] extraction::Samples const& samples() const noexcept { return samples_; }

  /// How often a model was asked, and what came of it. It holds no path, rule or answer.
  struct Asked {
    std::uint64_t answers = 0;
    std::uint64_t unanswered = 0;
    std::map<std::string, std::uint64_t> refused; ///< by the code of the first error
  };
  [[nodiscard]] Asked const& asked() const noexcept { return told_; }

  /// The paths as sent to the model.
  [[nodiscard]] std::vector<std::string> const& paths_sent() const noexcept { return sent_; }

  /// Where they are sent, for people.
  [[nodiscard]] std::string const& place() const noexcept { return asked_.place; }

  /// Asks the model once, in the wizard's present state. Blocks; from any one thread, while nobody else uses
  /// the work.
  [[nodiscard]] std::expected<std::string, std::string> ask(int cancel) const;
  /// Judges the model's answer and passes the verdict to the wizard.
  void take_answer(std::expected<std::string, std::string> const& answer);
  /// Judges what an editor saved and passes the verdict to the wizard; std::nullopt: it saved nothing.
  void take_edited(std::optional<std::string> const& text);

private:
  [[nodiscard]] Result<extraction::Candidate> judged(extraction::RuleOrigin origin, std::string text) const;

  PathSurvey const& survey_;
  std::size_t shape_;
  bool python_;
  ModelAsked asked_;
  SandboxSettings sandbox_;
  extraction::DraftedRule draft_;
  std::string draft_text_;
  std::optional<extraction::RuleFit> draft_fit_;
  extraction::Samples samples_;
  std::optional<extraction::Redaction> redaction_;
  std::vector<std::string> sent_;
  extraction::Wizard wizard_;
  Asked told_;
};

/// The details of its event in the journal.
[[nodiscard]] nlohmann::ordered_json to_json(RuleWork::Asked const& asked);

} // namespace artifactd
