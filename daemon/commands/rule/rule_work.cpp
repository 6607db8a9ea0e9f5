#include "daemon/commands/rule/rule_work.hpp"

#include "agents/rule/draft/wizard_prompt.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

using extraction::Candidate;
using extraction::Judgement;
using extraction::RuleFiles;
using extraction::RuleFit;
using extraction::RuleOrigin;
using extraction::RuleWanted;
using extraction::Wizard;

namespace {

constexpr std::size_t most_kept = 50; ///< samples beside a rule
constexpr std::size_t most_sent = 20; ///< paths to a model
constexpr auto model_patience = std::chrono::minutes(2);

} // namespace

RuleWork::RuleWork(PathSurvey const& survey, std::size_t shape, extraction::DraftedRule draft, bool python,
                   ModelAsked asked, SandboxSettings sandbox, Wizard::Means means)
    : survey_(survey), shape_(shape), python_(python), asked_(std::move(asked)), sandbox_(std::move(sandbox)),
      draft_(std::move(draft)), draft_text_(extraction::to_yaml(draft_)),
      samples_(survey.samples(shape, most_kept)), wizard_(means) {
  auto const shown = survey.samples(shape, most_sent);
  if (asked_.redacts) redaction_.emplace(shown.paths);
  for (auto const& path : shown.paths)
    sent_.push_back(redaction_ ? redaction_->redacted(path.given) : path.given);
  auto candidate = judged(RuleOrigin::draft, draft_text_);
  if (candidate) {
    draft_fit_ = candidate->fit;
    wizard_.drafted(*std::move(candidate));
  } else {
    wizard_.unanswered(candidate.error().message);
  }
}

std::string RuleWork::form() const {
  return extraction::in_words(survey_.shapes[shape_], survey_.paths);
}

std::expected<std::string, std::string> RuleWork::ask(int cancel) const {
  RuleWanted const wanted{.paths = sent_,
                          .draft = python_ || redaction_ ? "" : draft_text_,
                          .hint = wizard_.hint(),
                          .python = python_};
  auto const reply = asked_.model->ask(extraction::rule_request(wanted, wizard_.attempts()),
                                       {.deadline = Monotonic::now() + model_patience, .cancel = cancel});
  if (reply) return redaction_ ? redaction_->restored(reply->text) : reply->text;
  return std::unexpected(fmt::format("the model gave no answer: {} ({})", printable(reply.error().message),
                                     model::failing_word(reply.error().why)));
}

void RuleWork::take_answer(std::expected<std::string, std::string> const& answer) {
  ++(answer ? told_.answers : told_.unanswered);
  if (!answer) return wizard_.unanswered(answer.error());
  auto candidate = judged(RuleOrigin::model, *answer);
  if (!candidate) return wizard_.unanswered(candidate.error().message);
  if (auto const* error = first_error(candidate->judgement->findings)) ++told_.refused[error->code];
  auto const worse = candidate->fit && draft_fit_ && extraction::is_worse(*candidate->fit, *draft_fit_);
  wizard_.answered(*std::move(candidate), worse);
}

void RuleWork::take_edited(std::optional<std::string> const& text) {
  if (!text) return wizard_.edited(std::nullopt);
  auto candidate = judged(RuleOrigin::person, *text);
  if (!candidate) return wizard_.edited(std::nullopt);
  wizard_.edited(*std::move(candidate));
}

Result<Candidate> RuleWork::judged(RuleOrigin origin, std::string text) const {
  auto const yaml = !python_ || origin == RuleOrigin::draft;
  RuleFiles const files{.form = yaml ? extraction::Form::yaml : extraction::Form::text,
                        .path = yaml ? "rule.yaml" : "rule.txt",
                        .text = std::move(text),
                        .samples = samples_};
  auto judgement = TRY(extraction::vet(files, sandbox_));
  auto fit = std::optional<RuleFit>();
  if (judgement.rule) fit = fit_of(*judgement.rule, survey_.paths, survey_.shapes[shape_].members);
  return Candidate{origin, files.text, std::make_shared<Judgement>(std::move(judgement)), std::move(fit)};
}

Json to_json(RuleWork::Asked const& asked) {
  return {{"answers", asked.answers}, {"unanswered", asked.unanswered}, {"refused", asked.refused}};
}

} // namespace artifactd
