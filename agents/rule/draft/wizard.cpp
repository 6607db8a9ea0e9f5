#include "agents/rule/draft/wizard.hpp"

#include "state/json/json_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::extraction {

namespace {

constexpr std::array<std::string_view, 8> state_words = {"ANALYZING",     "REGENERATING",   "YAML_RESULT",
                                                         "PYTHON_RESULT", "ANALYSIS_ERROR", "HINT_INPUT",
                                                         "EDITING",       "CLOSED"};
constexpr std::array<std::string_view, 3> origin_words = {"draft", "model", "person"};

} // namespace

std::string_view word_of(WizardState state) noexcept {
  return state_words[static_cast<std::size_t>(state)];
}

std::string_view word_of(RuleOrigin origin) noexcept {
  return origin_words[static_cast<std::size_t>(origin)];
}

Json to_json(Candidate const& candidate) {
  auto const& judgement = *candidate.judgement;
  auto json = Json::object();
  json["origin"] = word_of(candidate.origin);
  if (judgement.rule) json["rule"] = judgement.rule->name;
  json["text"] = candidate.script();
  json["preview"] = to_json(judgement.trial.preview);
  if (candidate.fit) json["fit"] = to_json(*candidate.fit);
  return json;
}

bool Wizard::asks() const noexcept {
  return means_.model && (state_ == WizardState::analyzing || state_ == WizardState::regenerating);
}

bool Wizard::in_result() const noexcept {
  return state_ == WizardState::yaml_result || state_ == WizardState::python_result;
}

Budget Wizard::budget() const {
  return {BudgetLimits{}, spendings_};
}

std::vector<std::string> Wizard::spinner(bool on_samples) const {
  if (attempts_.empty())
    return {state_ == WizardState::analyzing ? "Analyzing paths..." : "Regenerating with hint..."};
  auto const attempts = BudgetLimits{}.total;
  return {fmt::format("{} (attempt {}/{})", on_samples ? "Testing on samples..." : "Validating output...",
                      attempts + 1 - budget().left(), attempts),
          "  Previous: " + short_message(attempts_.back())};
}

void Wizard::show(Candidate candidate) {
  candidate_ = std::move(candidate);
  state_ = candidate_.judgement->language == Language::python ? WizardState::python_result
                                                              : WizardState::yaml_result;
}

void Wizard::drafted(Candidate candidate) {
  if (!candidate.judgement->refused()) draft_ = candidate;
  if (means_.model) return;
  if (draft_) return show(std::move(candidate));
  attempts_.push_back(*first_error(candidate.judgement->findings));
  candidate_ = std::move(candidate);
  state_ = WizardState::analysis_error;
}

void Wizard::answered(Candidate candidate, bool worse) {
  trouble_.clear();
  notice_.clear();
  if (candidate.judgement->refused()) {
    attempts_.push_back(*first_error(candidate.judgement->findings));
    spendings_.push_back({candidate.judgement->tier});
    candidate_ = std::move(candidate);
    state_ = budget().spent() ? WizardState::analysis_error : WizardState::regenerating;
    return;
  }
  if (!worse || !draft_) return show(std::move(candidate));
  notice_ = "the model's rule says less about these paths: the draft made without it is kept";
  show(*draft_);
}

void Wizard::unanswered(std::string why) {
  trouble_ = std::move(why);
  state_ = WizardState::analysis_error;
}

void Wizard::edited(std::optional<Candidate> candidate) {
  state_ = before_edit_;
  if (!candidate) {
    notice_ = "the editor changed nothing";
    return;
  }
  notice_.clear();
  trouble_.clear();
  if (!candidate->judgement->refused()) return show(*std::move(candidate));
  // A person's own attempts do not count.
  attempts_.push_back(*first_error(candidate->judgement->findings));
  candidate_ = *std::move(candidate);
  state_ = WizardState::analysis_error;
}

void Wizard::hinted(std::string const& text) {
  if (state_ != WizardState::hint_input) return;
  if (text.empty()) {
    state_ = before_hint_;
    return;
  }
  if (before_hint_ == WizardState::analysis_error)
    spendings_.push_back({std::nullopt});
  else
    start_over();
  hint_ = text;
  trouble_.clear();
  state_ = WizardState::regenerating;
}

void Wizard::start_over() {
  attempts_.clear();
  spendings_.clear();
  trouble_.clear();
  notice_.clear();
}

bool Wizard::may(WizardKey key) const noexcept {
  auto const error = state_ == WizardState::analysis_error;
  switch (key) {
  case WizardKey::accept:
    return in_result();
  case WizardKey::hint:
  case WizardKey::again:
    return means_.model && (in_result() || error);
  case WizardKey::edit:
    return means_.editor && (in_result() || (error && !candidate_.text.empty()));
  case WizardKey::draft:
    return error && draft_.has_value();
  case WizardKey::leave:
    return state_ != WizardState::closed;
  }
  return false;
}

void Wizard::press(WizardKey key) {
  if (!may(key)) return;
  switch (key) {
  case WizardKey::accept:
    accepted_ = true;
    state_ = WizardState::closed;
    return;
  case WizardKey::hint:
    before_hint_ = state_;
    state_ = WizardState::hint_input;
    return;
  case WizardKey::edit:
    before_edit_ = state_;
    state_ = WizardState::editing;
    return;
  case WizardKey::again:
    hint_ = state_ == WizardState::analysis_error ? "" : hint_;
    state_ = state_ == WizardState::analysis_error ? WizardState::analyzing : WizardState::regenerating;
    return start_over();
  case WizardKey::draft:
    notice_ = "made without a model";
    return show(*draft_);
  case WizardKey::leave:
    state_ = state_ == WizardState::hint_input ? before_hint_ : WizardState::closed;
  }
}

} // namespace artifactd::extraction
