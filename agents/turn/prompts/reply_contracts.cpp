#include "agents/turn/prompts/reply_contracts.hpp"

#include "agents/turn/append.hpp"
#include "agents/turn/known_values.hpp"
#include "agents/turn/limits.hpp"
#include "agents/turn/nul_text.hpp"
#include "agents/turn/prompts/schema_parts.hpp"
#include "state/json/json_member.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>

namespace artifactd::turn {

namespace {

using Faults = std::vector<std::string>;

constexpr std::size_t longest_reply_text = 32 << 10; // bytes: of an outcome, an action, a narration
constexpr std::size_t most_tags = 16;
constexpr std::size_t longest_tag = 64;
constexpr std::size_t most_unasked_told = 2000; // more than any object may have

Json prose_schema(std::string_view description) {
  auto schema = text_schema(longest_reply_text);
  schema["description"] = description;
  return schema;
}

Json observations_schema(Bench const& bench) {
  Json properties; // not from an initializer list, which is copied
  properties["character_id"] = words_schema(bench.rules.cast.ids);
  properties["content"] = text_schema(longest_observation);
  properties["importance"] = whole_schema(1, 5);
  properties["reinforces"] = typed_schema("string");
  return list_schema(most_observations, object_schema(std::move(properties)));
}

Json const& ops_schema() {
  static auto const text = typed_schema("string");
  static auto const delta = whole_schema(-20, 20);
  static auto const schema = list_schema(most_ops, object_schema({{"op", words_schema(op_words)},
                                                                  {"path", text},
                                                                  {"value", Json::object()},
                                                                  {"a", text},
                                                                  {"b", text},
                                                                  {"trust", delta},
                                                                  {"tension", delta},
                                                                  {"closeness", delta}},
                                                                 {"op"}));
  return schema;
}

/// Everything that a shape depends on.
using ShapeKey = std::vector<std::string>;

/// Shared by all turns of a story.
template <class Make>
model::ReplyShape known_shape(ShapeKey const& key, Make make) {
  constexpr std::size_t most_known = 256; // of a few KiB
  static KnownValues<ShapeKey, model::ReplyShape, most_known> known;
  if (auto found = known.of(key)) return *std::move(found);
  return known.keep(key, make());
}

/// Of a contract that depends only on the cast.
ShapeKey shape_key(char const* contract, Bench const& bench) {
  ShapeKey key = bench.rules.cast.ids;
  key.emplace_back(contract);
  return key;
}

/// What a model may ask to roll: without numbers of its own if the ruleset defines them.
Json checks_schema(Bench const& bench, std::vector<std::string> const& rolling) {
  auto const& mechanics = bench.rules.mechanics;
  auto const text = typed_schema("string");
  Json properties = {{"character_id", words_schema(rolling)}};
  properties[mechanics.checks ? "stat" : "expression"] = text;
  properties["reason"] = text;
  if (!mechanics.checks)
    properties["bands"] = {
        {"type", "array"},
        {"items", object_schema({{"at_least", typed_schema("integer")}, {"label", text}}, {"label"})}};
  auto const required =
      mechanics.checks ? Json{"character_id", "stat", "reason"} : Json{"expression", "reason"};
  auto check = object_schema(std::move(properties), required);
  check["type"] = {"object", "string"};
  return list_schema(mechanics.uses_dice ? most_checks : 0, std::move(check));
}

/// The observation that this one reinforces, if the step was told of it. Its id is enough to name it.
Observation const* reinforced(Bench const& bench, Json const& observation) {
  auto const id = text_member(observation, "reinforces");
  auto const character = text_member(observation, "character_id");
  auto const found = std::ranges::find_if(bench.told, [&](Observation const& told) {
    return told.id == id && (character.empty() || told.character_id == character);
  });
  return found == bench.told.end() ? nullptr : &*found;
}

Faults observation_faults(Bench const& bench, Json const& observations) {
  Faults faults;
  for (std::size_t i = 0; i < observations.size(); ++i) {
    auto const& each = observations[i];
    if (each.contains("reinforces")) {
      if (reinforced(bench, each) == nullptr)
        faults.push_back(
            fmt::format("/new_observations/{}/reinforces: {} is not an observation that you were given", i,
                        printable(text_member(each, "reinforces"))));
      continue;
    }
    for (auto const* name : {"character_id", "content", "importance"})
      if (!each.contains(name))
        faults.push_back(
            fmt::format("/new_observations/{}: `{}` is missing: an observation has character_id, "
                        "content and importance, or it reinforces one that was told",
                        i, name));
  }
  return faults;
}

/// Faults of the ops and of the resulting state.
Faults ops_faults(Bench const& bench, StoryState const& base, Json const& ops) {
  auto const applied = apply_ops(bench.rules, base, ops, OpsBy::model);
  if (!applied.faults.empty()) return applied.faults;
  Faults faults;
  for (auto const& fault : judge_state(bench.rules.schema, applied.after, bench.rules.cast))
    faults.push_back(fmt::format("/state_ops: after them the state breaks its rules at {}: {}", fault.pointer,
                                 fault.message));
  return faults;
}

Faults nul_faults(Json const& value) {
  Faults faults;
  for (auto const& pointer : nul_pointers(value))
    faults.push_back(pointer + ": holds the character U+0000, which no text may");
  return faults;
}

bool is_empty_list(Json const& value, char const* name) {
  auto const found = value.find(name);
  return found == value.end() || found->is_null() || found->empty();
}

bool is_blank(Json const& value, char const* name) {
  return text_member(value, name).find_first_not_of(" \t\r\n") == std::string::npos;
}

Faults checks_faults(Bench const& bench, StoryState const& base, Json const& value) {
  auto const read = read_checks(bench.rules.mechanics, bench.characters, value["dice_request"]);
  auto faults = nul_faults(value);
  append(faults, read.faults);
  auto const passed = pass_time(bench.rules, base, value.value("time_request", Json()));
  append(faults, passed.faults);
  if (!read.checks.empty()) {
    if (!is_blank(value, "resolved_outcome"))
      faults.emplace_back(
          "/resolved_outcome: dice are still to be rolled: leave it null, you are asked again "
          "with what they show");
    for (auto const* name : {"new_observations", "state_ops"})
      if (!is_empty_list(value, name))
        faults.push_back(fmt::format("/{}: dice are still to be rolled: leave it empty", name));
    return faults;
  }
  if (faults.empty() && is_blank(value, "resolved_outcome"))
    faults.emplace_back("/resolved_outcome: nothing is rolled, so say here what comes of the action");
  append(faults, observation_faults(bench, value["new_observations"]));
  append(faults, ops_faults(bench, passed.after, value["state_ops"]));
  return faults;
}

Faults told_faults(Bench const& bench, StoryState const& base, Json const& value) {
  auto faults = nul_faults(value);
  append(faults, observation_faults(bench, value["new_observations"]));
  append(faults, ops_faults(bench, base, value["state_ops"]));
  return faults;
}

/// Of a reply with a text, observations and ops.
model::Contract telling_contract(char const* contract, char const* text, std::string_view description,
                                 Bench const& bench, StoryState base) {
  auto shape = known_shape(shape_key(contract, bench), [&] {
    Json properties;
    properties[text] = prose_schema(description);
    properties["new_observations"] = observations_schema(bench);
    properties["state_ops"] = ops_schema();
    return model::ReplyShape(contract,
                             object_schema(std::move(properties), {text, "new_observations", "state_ops"}));
  });
  return {std::move(shape),
          [&bench, base = std::move(base)](Json const& value) { return told_faults(bench, base, value); }};
}

/// Members that the schema does not have, by their path: `mood`, `dice_request/0/mood`.
void find_unasked(Json const& schema, Json const& value, std::string const& path,
                  std::vector<std::string>& names) {
  if (names.size() >= most_unasked_told) return;
  auto const properties = schema.find("properties");
  auto const items = schema.find("items");
  if (value.is_object() && properties != schema.end())
    for (auto const& [name, member] : value.items()) {
      auto const known = properties->find(name);
      if (known != properties->end())
        find_unasked(*known, member, path + name + "/", names);
      else
        names.push_back(printable(path + name));
    }
  if (value.is_array() && items != schema.end())
    for (std::size_t i = 0; i < value.size(); ++i)
      find_unasked(*items, value[i], fmt::format("{}{}/", path, i), names);
}

std::vector<NewObservation> observations_of(Bench const& bench, Json const& value) {
  std::vector<NewObservation> observations;
  for (auto const& each : value["new_observations"]) {
    auto const* earlier = reinforced(bench, each);
    observations.push_back(
        {.character_id = earlier ? earlier->character_id : text_member(each, "character_id"),
         .content = text_member(each, "content"),
         .importance = each.contains("importance") ? each["importance"].get<int>() : 1,
         .reinforces = text_member(each, "reinforces")});
  }
  return observations;
}

} // namespace

model::Contract checks_contract(Bench const& bench, StoryState base) {
  constexpr auto name = "turn_checks";
  auto const& mechanics = bench.rules.mechanics;
  auto const rolling = involved(base.state, bench.rules.cast);
  auto key = shape_key(name, bench);
  append(key, rolling);
  for (auto const has : {mechanics.checks.has_value(), mechanics.uses_dice, mechanics.time.has_value()})
    key.emplace_back(has ? "+" : "-");
  auto shape = known_shape(key, [&] {
    Json properties;
    properties["dice_request"] = checks_schema(bench, rolling);
    properties["resolved_outcome"] = {{"type", {"string", "null"}}, {"maxLength", longest_reply_text}};
    properties["new_observations"] = observations_schema(bench);
    properties["state_ops"] = ops_schema();
    if (mechanics.time) properties["time_request"] = {{"type", {"number", "null"}}};
    return model::ReplyShape(name, object_schema(std::move(properties), {"dice_request", "resolved_outcome",
                                                                         "new_observations", "state_ops"}));
  });
  return {std::move(shape),
          [&bench, base = std::move(base)](Json const& value) { return checks_faults(bench, base, value); }};
}

model::Contract outcome_contract(Bench const& bench, StoryState base) {
  return telling_contract("turn_outcome", "resolved_outcome", "what comes of the action", bench,
                          std::move(base));
}

model::Contract reflection_contract() {
  static model::ReplyShape const shape = [] {
    auto tags = list_schema(most_tags, {{"type", "string"}, {"maxLength", longest_tag}});
    return model::ReplyShape(
        "turn_reflection",
        object_schema({{"action_text", prose_schema("one action")}, {"intent_tags", tags}}, {"action_text"}));
  }();
  return {shape, nul_faults};
}

model::Contract narrator_contract(Bench const& bench, StoryState base) {
  return telling_contract("turn_narration", "narration_text", "what the player reads", bench,
                          std::move(base));
}

RulesetReply ruleset_reply(Bench const& bench, Json const& value) {
  auto const request = value.value("dice_request", Json());
  return {.checks = read_checks(bench.rules.mechanics, bench.characters, request).checks,
          .resolved_outcome = text_member(value, "resolved_outcome"),
          .observations = observations_of(bench, value),
          .state_ops = value["state_ops"],
          .time_request = value.value("time_request", Json())};
}

ReflectionReply reflection_reply(Json const& value) {
  return {text_member(value, "action_text"), value.value("intent_tags", Json())};
}

NarratorReply narrator_reply(Bench const& bench, Json const& value) {
  return {text_member(value, "narration_text"), observations_of(bench, value), value["state_ops"]};
}

std::vector<std::string> dropped_members(model::Contract const& contract, Json const& value) {
  std::vector<std::string> names;
  find_unasked(contract.shape.schema(), value, "", names);
  return names;
}

} // namespace artifactd::turn
