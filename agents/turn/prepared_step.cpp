#include "agents/turn/prepared_step.hpp"

#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"

#include <algorithm>
#include <array>

namespace artifactd::turn {

namespace {

/// Codes whose cause is not in the request: it can be submitted again as it is.
constexpr std::array<std::string_view, 7> causes_elsewhere = {
    "turn.contract", "turn.truncated",        "turn.conflict",      "turn.denied",
    "turn.no_story", "turn.ruleset_mismatch", "turn.model_unusable"};

} // namespace

Finding turn_finding(TurnRequest const& request, std::string_view code, std::string message,
                     std::string hint) {
  return {.code = std::string(code),
          .tier = Tier::semantic,
          .file = std::ranges::find(causes_elsewhere, code) == causes_elsewhere.end() ? request.path : "",
          .message = std::move(message),
          .hint = std::move(hint)};
}

Finding no_story_finding() {
  return turn_finding(
      {}, "turn.no_story", "this directory has no story",
      "Begin one: artifactctl turn begin DIR --scenario ID, or, in a request, \"do\": \"begin\" and "
      "\"scenario\".");
}

Time now() noexcept {
  constexpr auto ns_per_ms = 1'000'000;
  return wall_now_ns() / ns_per_ms;
}

Asked asked(Order const& order, Time at) {
  if (order.what == Do::say) return {order.user_action_id, order.text, at};
  Json json = {{"do", word(order.what)}};
  auto const add = [&json](char const* name, auto const& value, bool said) {
    if (said) json[name] = value;
  };
  add("scenario", order.scenario, !order.scenario.empty());
  add("persona", order.persona, !order.persona.empty());
  add("small_model_key", order.small_model_key, !order.small_model_key.empty());
  add("large_model_key", order.large_model_key, !order.large_model_key.empty());
  add("seed", order.seed, !order.seed.empty());
  add("count", order.count, order.count != 1);
  add("directory", order.directory, !order.directory.empty());
  if (order.at) json["at"] = *order.at;
  add("same_dice", true, order.same_dice);
  add("to", order.to, !order.to.empty());
  add("reroll", true, order.reroll);
  return {order.user_action_id, compact(json), at};
}

} // namespace artifactd::turn
