#include "agents/turn/prompts/cost.hpp"

#include "agents/turn/prompts/step_prompts.hpp"

namespace artifactd::turn {

namespace {

constexpr std::size_t bytes_per_token = 3;
constexpr std::uint64_t short_reply = 150; // tokens
constexpr std::uint64_t ladder = 3; // first, repair, retry: each sends the prompt, the repair also the reply

std::uint64_t tokens(Prompt const& prompt, model::ReplyShape const& shape) {
  auto const whole = ready(prompt, shape, SIZE_MAX);
  auto bytes = shape.text.size();
  if (whole) bytes += whole->request.system.size() + whole->request.messages.front().text.size();
  return bytes / bytes_per_token + 1;
}

StepCost step_cost(Prompt const& prompt, model::ReplyShape const& shape, std::string const& key,
                   std::uint64_t least_calls) {
  auto const input = tokens(prompt, shape);
  StepCost step{.step = std::string(prompt.step), .model_key = key, .least = {}, .most = {}};
  step.least = {.input = least_calls * input, .output = least_calls * short_reply};
  step.most = {.input = ladder * input + prompt.reply_tokens, .output = ladder * prompt.reply_tokens};
  return step;
}

} // namespace

Result<std::vector<StepCost>> cost_of_turn(Snapshot const& position, std::string const& text) {
  auto const documents = TRY(told_documents(position.frozen));
  auto const& [story, rules, lore] = *documents;
  StoryState const state{position.scene.state_json, position.scene.relations};
  auto const all = told(*documents, text, position.last_narration, state);
  auto const memories = recent_memories(position, state, rules.cast);
  std::vector<Observation> const none;
  Bench const bench{rules, story.characters, none};
  auto const& small = position.story.small_model_key;

  std::vector<StepCost> steps = {
      step_cost(checks_prompt(all, state, memories), checks_contract(bench, state).shape, small, 1)};
  if (rules.mechanics.uses_dice)
    steps.push_back(
        step_cost(outcome_prompt(all, state, memories, {}), outcome_contract(bench, state).shape, small, 0));
  for (auto const& id : present(state.state, rules.cast)) {
    if (id == rules.cast.persona_id) continue;
    auto const& character = *std::ranges::find(story.characters, id, &Character::id);
    auto const prompt = reflection_prompt(all, character, state, "", strongest_memories(position, id), {});
    steps.push_back(step_cost(prompt, reflection_contract().shape, small, 1));
  }
  steps.push_back(step_cost(narrator_prompt(all, state, "", {}, {}, position.last_narration),
                            narrator_contract(bench, state).shape, position.story.large_model_key, 1));
  return steps;
}

} // namespace artifactd::turn
