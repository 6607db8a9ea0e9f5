#include "merge/game/checks/shape.hpp"

#include "merge/game/checks/shape_walk.hpp"
#include "merge/game/delta/delta_operations.hpp"
#include "merge/game/logic/logic_whitelist.hpp"
#include "merge/game/values/value_of.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::game {

namespace {

constexpr std::size_t longest_explanation = 500; // in UTF-16 units, as JavaScript counts

bool is_index(std::string_view step) {
  return !step.empty() && step.size() < 10 && std::ranges::all_of(step, json::is_digit);
}

std::size_t utf16_length(std::string_view text) {
  std::size_t length = 0;
  for (char c : text) {
    auto const byte = static_cast<unsigned char>(c);
    length += (byte & 0xC0) != 0x80 ? 1U : 0U;
    length += byte >= 0xF0 ? 1U : 0U; // a surrogate pair
  }
  return length;
}

void check_logic(ShapeWalk& walk, JsonNode const& precondition) {
  auto const* logic = present(precondition, "logic");
  if (logic == nullptr || is_supported(*logic)) return; // null has its own check
  auto const unsupported = unsupported_operations(value_of(*logic));
  walk.step("logic", [&] { walk.note(*logic, "custom", unsupported_operations_message(unsupported)); });
}

void check_precondition(ShapeWalk& walk, JsonNode const& node) {
  if (!walk.object(node)) return;
  walk.need(node, "id", json::Type::string);
  check_logic(walk, node);
  walk.need(node, "deterministic", json::Type::boolean);
  auto const* explain = walk.need(node, "explain", json::Type::string);
  if (explain != nullptr && utf16_length(explain->string()) > longest_explanation)
    walk.step("explain", [&] {
      walk.note(*explain, "too_big",
                fmt::format("String must contain at most {} character(s)", longest_explanation));
    });
}

void check_transition(ShapeWalk& walk, JsonNode const& node) {
  if (!walk.object(node)) return;
  for (auto key : {"id", "fromPhase", "toPhase"})
    walk.need(node, key, json::Type::string);
  walk.strings(node, "checkedFields");
  walk.list(node, "preconditions", [&](JsonNode const& each) { check_precondition(walk, each); });
}

json::Type type_of(MemberDemand demand) {
  if (demand == MemberDemand::text) return json::Type::string;
  return demand == MemberDemand::object ? json::Type::object : json::Type::array;
}

void check_member(ShapeWalk& walk, JsonNode const& operation, DeltaMember const& member) {
  auto const* there = operation.find(member.name);
  if (member.demand == MemberDemand::number_or_text) { // a missing member has its own finding
    if (there != nullptr && !is(there, json::Type::number) && !is(there, json::Type::string))
      walk.step(std::string(member.name), [&] { walk.note(*there, "invalid_union", "Invalid input"); });
  } else if (member.demand == MemberDemand::numbers) {
    walk.values(operation, member.name, json::Type::number);
  } else if (there != nullptr || member.need == MemberNeed::required) {
    walk.need(operation, member.name, type_of(member.demand));
  }
}

void check_operation(ShapeWalk& walk, JsonNode const& node) {
  if (!walk.object(node)) return;
  auto const* op = walk.need(node, "op", json::Type::string);
  if (op == nullptr) return;
  auto const name = op->string();
  auto const* operation = delta_operation(name);
  if (operation == nullptr) {
    std::vector<std::string> known;
    for (auto const& each : delta_operations())
      known.push_back(fmt::format("'{}'", each.name));
    return walk.step("op", [&] {
      walk.note(*op, "invalid_enum_value",
                fmt::format("Invalid enum value. Expected {}, received '{}'", fmt::join(known, " | "), name));
    });
  }
  for (auto const& member : operation->runtime_members)
    check_member(walk, node, member);
}

void check_delta(ShapeWalk& walk, JsonNode const& instruction) {
  walk.list(instruction, "stateDelta", [&](JsonNode const& each) { check_operation(walk, each); });
}

/// A text, or an object with rules.
void check_guidance(ShapeWalk& walk, JsonNode const& instruction) {
  auto const* guidance = present(instruction, "mechanicsGuidance");
  if (guidance == nullptr || is(guidance, json::Type::string)) return;
  walk.step("mechanicsGuidance", [&] {
    if (!is(guidance, json::Type::object)) return walk.note(*guidance, "invalid_union", "Invalid input");
    if (guidance->find("rules") != nullptr) walk.strings(*guidance, "rules");
  });
}

void check_messages(ShapeWalk& walk, JsonNode const& instruction) {
  auto check_message = [&](JsonNode const& message) {
    if (walk.object(message)) walk.need(message, "template", json::Type::string);
  };
  walk.may(instruction, "messages", json::Type::object, [&](JsonNode const& messages) {
    if (present(messages, "private") != nullptr) walk.list(messages, "private", check_message);
    walk.may(messages, "public", json::Type::object, check_message);
  });
}

/// Missing members of an input check have their own findings.
void check_validation(ShapeWalk& walk, JsonNode const& action) {
  walk.may(action, "validation", json::Type::object, [&](JsonNode const& validation) {
    if (present(validation, "checks") == nullptr) return;
    walk.list(validation, "checks", [&](JsonNode const& check) {
      if (!walk.object(check)) return;
      walk.may(check, "id", json::Type::string);
      walk.may(check, "errorMessage", json::Type::string);
    });
  });
}

void check_action(ShapeWalk& walk, JsonNode const& node) {
  if (!walk.object(node)) return;
  walk.need(node, "id", json::Type::string);
  walk.need(node, "actionName", json::Type::string);
  check_validation(walk, node);
  check_guidance(walk, node);
  check_delta(walk, node);
  check_messages(walk, node);
}

void check_player_phase(ShapeWalk& walk, JsonNode const& node) {
  if (!walk.object(node)) return;
  walk.need(node, "phase", json::Type::string);
  walk.list(node, "playerActions", [&](JsonNode const& each) { check_action(walk, each); });
}

void check_transition_instruction(ShapeWalk& walk, JsonNode const& node) {
  if (!walk.object(node)) return;
  walk.need(node, "id", json::Type::string);
  walk.need(node, "transitionName", json::Type::string);
  check_guidance(walk, node);
  walk.may(node, "rngConfig", json::Type::object, [&](JsonNode const& config) {
    if (config.find("operations") != nullptr) walk.strings(config, "operations");
  });
  check_delta(walk, node);
  check_messages(walk, node);
  walk.may(node, "imageContentSpec", json::Type::string);
}

/// Checks the parts of one map in the artifact, in whichever files they are.
void check_map(ShapeWalk& walk, Part const& map) {
  walk.in(map.text);
  if (map) walk.object(*map.node);
}

} // namespace

std::vector<ShapeIssue> transition_issues(Part const& transitions) {
  ShapeWalk walk(transitions.text);
  if (!walk.object(*transitions.node)) return std::move(walk).issues();
  auto const& root = *transitions.node;
  walk.strings(root, "phases");
  walk.list(root, "phaseMetadata", [&](JsonNode const& each) {
    if (!walk.object(each)) return;
    walk.need(each, "phase", json::Type::string);
    walk.need(each, "requiresPlayerInput", json::Type::boolean);
  });
  walk.list(root, "transitions", [&](JsonNode const& each) { check_transition(walk, each); });
  return std::move(walk).issues();
}

std::vector<ShapeIssue> instruction_issues(Game const& game) {
  ShapeWalk walk(nullptr);
  walk.step("playerPhases", [&] {
    check_map(walk, game.player_phases_part());
    for (auto const& phase : game.player_phases())
      walk.step(phase.key, [&] {
        walk.in(phase.part.text);
        check_player_phase(walk, *phase.part.node);
      });
  });
  walk.step("transitions", [&] {
    check_map(walk, game.transition_instructions_part());
    for (auto const& each : game.transition_instructions())
      walk.step(each.key, [&] {
        walk.in(each.instruction.part.text);
        check_transition_instruction(walk, *each.instruction.part.node);
      });
  });
  return std::move(walk).issues();
}

std::string as_tree(std::vector<ShapeIssue> const& issues) {
  Value tree{{"_errors", Value::array()}};
  for (auto const& issue : issues) {
    auto* level = &tree;
    for (auto const& step : issue.path) {
      if (!level->contains(step)) (*level)[step] = Value{{"_errors", Value::array()}};
      level = &(*level)[step];
    }
    (*level)["_errors"].push_back(issue.message);
  }
  return tree.dump(-1, ' ', false, Value::error_handler_t::replace);
}

std::string as_list(std::vector<ShapeIssue> const& issues) {
  auto list = Value::array();
  for (auto const& issue : issues) {
    Value json{{"code", issue.code}};
    if (!issue.expected.empty()) json["expected"] = issue.expected;
    if (!issue.received.empty()) json["received"] = issue.received;
    json["path"] = Value::array();
    for (auto const& step : issue.path)
      json["path"].push_back(is_index(step) ? Value(std::stoul(step)) : Value(step));
    json["message"] = issue.message;
    list.push_back(std::move(json));
  }
  return list.dump(-1, ' ', false, Value::error_handler_t::replace);
}

} // namespace artifactd::game
