#include "agents/turn/play.hpp"

#include "agents/turn/append.hpp"
#include "agents/turn/prompts/model_step.hpp"
#include "agents/turn/prompts/reflections.hpp"
#include "agents/turn/prompts/spent.hpp"
#include "agents/turn/prompts/step_prompts.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>

namespace artifactd::turn {

namespace {

/// A turn in progress: the results of its steps so far.
class Turn {
public:
  Turn(Snapshot const& position, Action const& action, Stage const& stage, ToldDocuments const& documents)
      : position_(position), action_(action), stage_(stage), documents_(documents), rules_(documents.rules),
        state_{position.scene.state_json, position.scene.relations},
        told_(told(documents, action.text, position.last_narration, state_)) {}

  std::expected<TurnRecord, TurnFailure> played() {
    Json payload = {{"user_action_id", action_.user_action_id}, {"text", action_.text}};
    if (action_.reroll != 0) payload["reroll"] = action_.reroll;
    if (action_.retried) payload["retried"] = true;
    if (action_.rerolled) payload["rerolled"] = true;
    record_.events.push_back({"user_action", "", std::move(payload), "", ""});
    if (auto done = steps(); !done) return failed(std::move(done).error());
    finish();
    return std::move(record_);
  }

private:
  using Done = std::expected<void, TurnFailure>;

  Done steps() {
    TRY(judge_base());
    TRY(resolve());
    TRY(reflect());
    return narrate();
  }

  std::unexpected<TurnFailure> failed(TurnFailure failure) {
    append(record_.events, std::move(failure.events));
    record_.events.push_back(
        {"error",
         failure.step,
         {{"code", failure.code}, {"message", failure.message}, {"faults", failure.faults}},
         "",
         ""});
    failure.events = std::move(record_.events);
    return std::unexpected(std::move(failure));
  }

  void tell(std::string_view what, std::string text = {}) const {
    if (stage_.tell) stage_.tell({what, std::move(text)});
  }

  [[nodiscard]] std::unexpected<TurnFailure> mismatch(std::vector<std::string> faults) const {
    auto message = faults.front();
    return std::unexpected(TurnFailure{.code = "turn.ruleset_mismatch",
                                       .step = "engine_apply",
                                       .message = std::move(message),
                                       .faults = std::move(faults)});
  }

  std::expected<Json, TurnFailure> value_of(StepQuestion const& question) {
    auto answer = TRY(ask(question, stage_));
    append(record_.events, std::move(answer.events));
    return std::move(answer.value);
  }

  /// A scene played by another version of the ruleset need not fit this one.
  [[nodiscard]] Done judge_base() const {
    std::vector<std::string> faults;
    for (auto const& [pointer, message] : judge_state(rules_.schema, state_, rules_.cast))
      faults.push_back(fmt::format("the state of scene {} does not fit the ruleset: \"{}\": {}",
                                   position_.scene.scene_index, pointer, message));
    return faults.empty() ? Done() : mismatch(std::move(faults));
  }

  Done resolve() {
    tell("resolving");
    auto const memories = recent_memories(position_, state_, rules_.cast);
    std::vector<Observation> observations;
    for (auto const& each : memories)
      observations.push_back(each.observation);
    Bench const bench{rules_, documents_.story.characters, observations};
    auto const& key = position_.story.small_model_key;

    auto const asked = TRY(value_of(
        {checks_prompt(told_, state_, memories), checks_contract(bench, state_), "checks", "", key}));
    auto reply = ruleset_reply(bench, asked);
    TRY(let_time_pass(reply.time_request));
    TRY(roll(reply.checks));
    if (!reply.checks.empty()) {
      auto const outcome = TRY(value_of({outcome_prompt(told_, state_, memories, rolls_),
                                         outcome_contract(bench, state_), "outcome", "", key}));
      reply = ruleset_reply(bench, outcome);
    }
    resolved_outcome_ = reply.resolved_outcome;
    observed_ = reply.observations;
    record_.actions.push_back(
        {rules_.cast.persona_id, action_.text, nullptr, {{"text", resolved_outcome_}, {"bands", bands()}}});
    return apply(reply.state_ops, "ruleset");
  }

  Done let_time_pass(Json const& request) {
    auto passed = pass_time(rules_, state_, request);
    if (!passed.faults.empty()) return mismatch(std::move(passed.faults));
    if (!passed.tool_call.is_null()) {
      Json payload = {{"tool", "time"}};
      payload.update(passed.tool_call);
      record_.events.push_back({"tool_call", "ruleset_resolution", std::move(payload), "", ""});
    }
    state_ = std::move(passed.after);
    return {};
  }

  Done roll(std::vector<Check> const& checks) {
    auto const turn = static_cast<std::uint64_t>(position_.scene.scene_index + 1);
    auto rolled = stage_.recorded_dice.empty()
                      ? roll_checks(checks, position_.story.dice_seed, turn, action_.reroll)
                      : recorded_checks(checks, stage_.recorded_dice);
    if (!rolled.faults.empty())
      return std::unexpected(TurnFailure{.code = "turn.contract",
                                         .step = "ruleset_resolution",
                                         .message = rolled.faults.front(),
                                         .faults = std::move(rolled.faults)});
    rolls_ = std::move(rolled.rolls);
    for (auto const& each : rolls_) {
      Json payload = {{"tool", "dice"}, {"roll_index", record_.dice.size()}};
      payload.update(dice::to_json(each.rolled));
      payload["context"] = context_json(each);
      record_.events.push_back({"tool_call", "ruleset_resolution", std::move(payload), "", ""});
      record_.dice.push_back({record_.dice.size(), each.rolled, context_json(each)});
      tell("rolled", dice::to_text(each.rolled) + (each.band.empty() ? "" : " " + each.band));
    }
    auto settled = settle_checks(rules_, state_, rolls_);
    if (!settled.faults.empty()) return mismatch(std::move(settled.faults));
    state_ = std::move(settled.after);
    clock_events_ = std::move(settled.events);
    applied_["bands"] = std::move(settled.applied);
    return {};
  }

  [[nodiscard]] Json bands() const {
    auto list = Json::array();
    for (auto const& each : rolls_) {
      auto json = context_json(each);
      json.erase("bands");
      json["total"] = each.rolled.total;
      list.push_back(std::move(json));
    }
    return list;
  }

  /// Cannot fail: the step's contract has tried the same ops.
  Done apply(Json const& ops, char const* whose) {
    auto applied = apply_ops(rules_, state_, ops, OpsBy::model);
    if (!applied.faults.empty()) return mismatch(std::move(applied.faults));
    state_ = std::move(applied.after);
    applied_[whose] = std::move(applied.applied);
    return {};
  }

  Done reflect() {
    std::vector<StepQuestion> questions;
    for (auto const& id : present(state_.state, rules_.cast)) {
      if (id == rules_.cast.persona_id) continue;
      auto const& character = *std::ranges::find(documents_.story.characters, id, &Character::id);
      questions.push_back({reflection_prompt(told_, character, state_, resolved_outcome_,
                                             strongest_memories(position_, id), observed_),
                           reflection_contract(), "reflection", id, position_.story.small_model_key});
    }
    auto answers = TRY(ask_all(questions, stage_));
    for (std::size_t i = 0; i < questions.size(); ++i) {
      auto& answer = answers[i];
      append(record_.events, std::move(answer.events));
      auto reply = reflection_reply(answer.value);
      record_.actions.push_back(
          {questions[i].character_id, std::move(reply.action_text), std::move(reply.intent_tags), nullptr});
    }
    return {};
  }

  Done narrate() {
    tell("narrating");
    std::vector<Observation> const none;
    Bench const bench{rules_, documents_.story.characters, none};
    auto reply = narrator_reply(
        bench,
        TRY(value_of({narrator_prompt(told_, state_, resolved_outcome_, record_.actions, clock_events_,
                                      position_.last_narration),
                      narrator_contract(bench, state_), "narration", "", position_.story.large_model_key})));
    record_.messages = {{"user", action_.text}, {"narrator", std::move(reply.narration_text)}};
    append(observed_, std::move(reply.observations));
    return apply(reply.state_ops, "narrator");
  }

  void finish() {
    auto raised = Json::array();
    for (auto const& each : clock_events_)
      raised.push_back({{"path", each.path}, {"event", each.event}});
    applied_["events"] = std::move(raised);
    record_.events.push_back({"state_apply", "engine_apply", applied_, "", ""});
    record_.session_id = position_.story.id;
    record_.user_action_id = action_.user_action_id;
    record_.text = action_.text;
    record_.base_scene_id = position_.scene.id;
    record_.documents_digest = position_.story.documents_digest;
    record_.turn_index = position_.scene.scene_index + 1;
    record_.at = action_.at;
    record_.state_json = state_.state;
    record_.relations = state_.relations;
    record_.observations = std::move(observed_);
  }

  Snapshot const& position_;
  Action const& action_;
  Stage const& stage_;
  ToldDocuments const& documents_;
  StateRules const& rules_;
  StoryState state_;
  Told told_;
  TurnRecord record_{};
  std::vector<RolledCheck> rolls_;
  std::vector<ClockEvent> clock_events_;
  std::vector<NewObservation> observed_;
  std::string resolved_outcome_;
  Json applied_ = {{"ruleset", Json::array()}, {"bands", Json::array()}, {"narrator", Json::array()}};
};

} // namespace

bool is_pending(TurnFailure const& failure) noexcept {
  return failure.code == "turn.unreachable" || failure.code == "turn.interrupted" ||
         failure.code == "turn.over_budget" || failure.code == "turn.model_missing";
}

Fault pending_fault(TurnFailure const& failure) noexcept {
  if (failure.code == "turn.over_budget") return Fault::too_large;
  return failure.code == "turn.model_missing" ? Fault::invalid : Fault::busy;
}

Json to_json(TurnFailure const& failure) {
  return {{"version", 1},
          {"error", {{"code", failure.code}, {"message", failure.message}}},
          {"faults", failure.faults},
          {"spent", spent(failure.events)}};
}

std::expected<TurnRecord, TurnFailure> play(Snapshot const& position, Action const& action,
                                            Stage const& stage) {
  auto const documents = told_documents(position.frozen);
  if (!documents)
    return std::unexpected(TurnFailure{
        .code = "turn.ruleset_mismatch", .step = "engine_apply", .message = documents.error().message});
  return Turn(position, action, stage, **documents).played();
}

} // namespace artifactd::turn
