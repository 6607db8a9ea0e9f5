// Any bytes as the state_ops of a model's reply: a list is applied as a whole and leaves a state that the
// ruleset's schema and the limits allow, or it changes nothing and each fault points into the reply.
#include "agents/model/strict_json.hpp"
#include "agents/turn/rules/state_ops.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace artifactd;
using fuzz::demand;

constexpr char const* scene_schema = R"({"required": ["minutes_left"], "properties": {
  "minutes_left": {"type": "integer", "minimum": 0, "maximum": 7}, "warmth": {"type": "number", "minimum": 0},
  "heat": {"exclusiveMaximum": 10}, "mood": {"enum": ["calm", "tense"]}, "items": {"type": "array", "maxItems": 4},
  "place": {"required": ["room"], "properties": {"room": {"type": "string"}, "floor": {"type": "integer"}}},
  "clock": {"type": "integer", "maximum": 6}, "hour": {"type": "number"}}})";
constexpr char const* mechanics = R"({"clocks": [{"path": "clock", "at": 6, "event": "shift"}],
  "time": {"path": "hour", "per_turn": 0.5}})";
constexpr char const* scene_seed =
    R"({"minutes_left": 5, "warmth": 0.5, "heat": 3, "mood": "calm", "items": ["key"],
  "place": {"room": "hall", "floor": 0}, "clock": 2, "hour": 20, "present": ["lena", "you"], "weather": "rain",
  "bag": [1, {"a": 2}], "extra": {"x": {"y": 1}}, "relations": [{"a": "lena", "b": "you", "trust": 9}]})";

struct Story {
  turn::StateRules rules;
  turn::StoryState base;
};

Story const& story() {
  static Story const the_story = [] {
    turn::Ruleset ruleset;
    ruleset.scene_state_schema = Json::parse(scene_schema);
    ruleset.mechanics_guidance = Json::parse(mechanics);
    turn::Cast const cast{{"lena", "marc", "you"}, "you"};
    auto rules = turn::state_rules(ruleset, cast);
    demand(rules.has_value(), "the ruleset holds");
    return Story{*std::move(rules), turn::first_state(Json::parse(scene_seed), cast).state};
  }();
  return the_story;
}

void judge(turn::AppliedOps const& result, Json const& ops, turn::OpsBy by) {
  auto const& [rules, base] = story();
  if (!result.faults.empty()) {
    demand(result.after == base && result.applied.empty(), "a refused list changes nothing");
    for (auto const& fault : result.faults)
      demand(fault.starts_with("/state_ops"), "a fault points into the reply");
    return;
  }
  demand(result.applied.size() == ops.size(), "every op is told of");
  demand(turn::judge_state(rules.schema, result.after, rules.cast).empty(), "the state is allowed");
  if (by == turn::OpsBy::model)
    demand(result.after.state["clock"] == 2 && result.after.state["hour"] == 20,
           "the engine's members are kept");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  auto const ops = model::read_json({reinterpret_cast<char const*>(data), size}, {});
  if (!ops) return 0;
  for (auto const by : {turn::OpsBy::model, turn::OpsBy::engine}) {
    auto const result = turn::apply_ops(story().rules, story().base, *ops, by);
    judge(result, *ops, by);
    auto const again = turn::apply_ops(story().rules, story().base, *ops, by);
    demand(compact(again.after.state) == compact(result.after.state), "the same ops give the same bytes");
  }
  return 0;
}
