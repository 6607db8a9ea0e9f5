#include "agents/turn/prompts/model_step.hpp"

#include "agents/turn/prompts/reply_contracts.hpp"

#include <array>

namespace artifactd::turn {

namespace {

using model::Failing;

struct Meaning {
  Failing why;
  std::string_view code;
};

constexpr std::array meanings = {
    Meaning{Failing::malformed, "turn.contract"},      Meaning{Failing::refused, "turn.refused"},
    Meaning{Failing::truncated, "turn.truncated"},     Meaning{Failing::empty, "turn.truncated"},
    Meaning{Failing::over_budget, "turn.over_budget"}, Meaning{Failing::quota, "turn.over_budget"},
    Meaning{Failing::auth, "turn.model_unusable"},     Meaning{Failing::bad_request, "turn.model_unusable"},
    Meaning{Failing::cancelled, "turn.interrupted"},
};

std::string code_of(Failing why) {
  auto const found = std::ranges::find(meanings, why, &Meaning::why);
  return std::string(found == meanings.end() ? "turn.unreachable" : found->code);
}

std::string_view word_of(model::Rung rung) {
  switch (rung) {
  case model::Rung::first:
    return "first";
  case model::Rung::repair:
    return "repair";
  case model::Rung::retry:
    return "retry";
  }
  return {};
}

Json usage_json(model::Usage const& usage) {
  return {{"input", usage.input},
          {"cached", usage.cached},
          {"cache_written", usage.cache_written},
          {"output", usage.output}};
}

/// Without times, so that a replay gives the same events.
std::vector<EventRecord> events_of(StepQuestion const& question, model::StepRecord const& record) {
  std::vector<EventRecord> events;
  auto const version = version_of(question.prompt, question.contract.shape);
  for (auto const& rung : record.rungs) {
    Json payload = {{"call", question.call}};
    if (!question.character_id.empty()) payload["character_id"] = question.character_id;
    payload["rung"] = word_of(rung.rung);
    payload["digest"] = rung.digest;
    if (rung.failing) payload["failing"] = model::failing_word(*rung.failing);
    if (!rung.faults.empty()) payload["faults"] = rung.faults;
    if (!rung.repairs.empty()) payload["repairs"] = rung.repairs;
    payload["usage"] = usage_json(rung.usage);
    events.push_back({rung.failing ? "error" : "model_output", std::string(question.prompt.step),
                      std::move(payload), question.model_key, version});
  }
  return events;
}

std::vector<std::string> digests_of(model::StepRecord const& record) {
  std::vector<std::string> digests;
  for (auto const& rung : record.rungs)
    digests.push_back(rung.digest);
  return digests;
}

TurnFailure failure_of(StepQuestion const& question, model::StepFailure failure) {
  TurnFailure result{.code = code_of(failure.why),
                     .step = std::string(question.prompt.step),
                     .message = std::move(failure.message),
                     .faults = std::move(failure.faults),
                     .retry_after = failure.retry_after,
                     .asked = digests_of(failure.record),
                     .events = events_of(question, failure.record)};
  return result;
}

TurnFailure failure_of(StepQuestion const& question, std::string code, std::string message) {
  return {.code = std::move(code), .step = std::string(question.prompt.step), .message = std::move(message)};
}

} // namespace

std::expected<StepAnswer, TurnFailure> ask(StepQuestion const& question, Stage const& stage) {
  auto prompt = ready(question.prompt, question.contract.shape, stage.longest_prompt);
  if (!prompt)
    return std::unexpected(failure_of(question, "turn.prompt_too_large", std::move(prompt).error()));
  std::unique_ptr<model::Model> wrapped;
  if (stage.open) {
    auto opened = stage.open(question.model_key);
    if (!opened) {
      auto const missing = opened.error().fault == Fault::missing;
      return std::unexpected(failure_of(question, missing ? "turn.model_missing" : "turn.unreachable",
                                        std::move(opened).error().message));
    }
    wrapped = *std::move(opened);
  }
  RecordedModel recorded(question.model_key, stage.replies, wrapped.get());
  auto step = model::run_step(recorded, prompt->request, question.contract,
                              {.call = {.deadline = stage.deadline, .cancel = stage.cancel}});
  if (!step) return std::unexpected(failure_of(question, std::move(step).error()));
  StepAnswer answer{std::move(step->value), events_of(question, step->record)};
  auto& payload = answer.events.back().payload_json;
  payload["model"] = recorded.reported();
  payload["reply"] = step->json;
  if (auto dropped = dropped_members(question.contract, answer.value); !dropped.empty())
    payload["dropped"] = std::move(dropped);
  if (prompt->omitted.any()) payload["left_out"] = to_json(prompt->omitted);
  return answer;
}

} // namespace artifactd::turn
