#include "merge/game/shape.hpp"

#include "merge/game/delta_operations.hpp"
#include "merge/game/logic_whitelist.hpp"
#include "merge/game/value_of.hpp"
#include "state/json/scalar.hpp"

#include <algorithm>
#include <array>
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

std::string_view word_of(JsonNode const* node) {
  constexpr std::array<std::string_view, 6> words = {"object", "array",   "string",
                                                     "number", "boolean", "null"};
  return node == nullptr ? "undefined" : words[static_cast<std::size_t>(node->type())];
}

std::string_view word_of(json::Type type) {
  constexpr std::array<std::string_view, 6> words = {"object", "array",   "string",
                                                     "number", "boolean", "null"};
  return words[static_cast<std::size_t>(type)];
}

/// Walks down one artifact and notes what is not as it has to be.
class ShapeWalk {
public:
  explicit ShapeWalk(Text const* text) : text_(text) {}

  [[nodiscard]] std::vector<ShapeIssue> issues() && { return std::move(issues_); }

  /// Runs `inside` with a step more on the path.
  template <class Inside>
  void step(std::string name, Inside const& inside) {
    path_.push_back(std::move(name));
    inside();
    path_.pop_back();
  }

  /// Null unless the member is there and of that type; a missing or wrong one is noted.
  JsonNode const* need(JsonNode const& object, std::string_view key, json::Type type) {
    auto const* member = object.find(key);
    if (is(member, type)) return member;
    step(std::string(key), [&] { wrong_type(member == nullptr ? object : *member, member, word_of(type)); });
    return nullptr;
  }

  /// As need(), where the member may be absent.
  JsonNode const* may(JsonNode const& object, std::string_view key, json::Type type) {
    return object.find(key) == nullptr ? nullptr : need(object, key, type);
  }

  template <class Each>
  void list(JsonNode const& object, std::string_view key, Each const& each) {
    auto const* elements = need(object, key, json::Type::array);
    if (elements == nullptr) return;
    step(std::string(key), [&] {
      for (std::size_t i = 0; auto const& element : elements->children())
        step(std::to_string(i++), [&] { each(element); });
    });
  }

  bool object(JsonNode const& node) {
    if (is(&node, json::Type::object)) return true;
    wrong_type(node, &node, "object");
    return false;
  }

  void strings(JsonNode const& object_node, std::string_view key) {
    list(object_node, key, [&](JsonNode const& element) {
      if (!is(&element, json::Type::string)) wrong_type(element, &element, "string");
    });
  }

  void note(JsonNode const& at, std::string code, std::string message) {
    issues_.push_back({path_, std::move(code), "", "", std::move(message), {text_, &at}});
  }

  void in(Text const* text) { text_ = text; }

private:
  void wrong_type(JsonNode const& at, JsonNode const* found, std::string_view expected) {
    auto message = found == nullptr ? std::string("Required")
                                    : fmt::format("Expected {}, received {}", expected, word_of(found));
    issues_.push_back({path_,
                       "invalid_type",
                       std::string(expected),
                       std::string(word_of(found)),
                       std::move(message),
                       {text_, &at}});
  }

  Text const* text_;
  std::vector<std::string> path_;
  std::vector<ShapeIssue> issues_;
};

void check_logic(ShapeWalk& walk, JsonNode const& precondition) {
  auto const* logic = present(precondition, "logic");
  if (logic == nullptr || is_supported(*logic)) return; // null has a check of its own
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
    if (member.need == MemberNeed::required && member.demand != MemberDemand::number_or_text)
      walk.need(node, member.name, type_of(member.demand));
}

void check_delta(ShapeWalk& walk, JsonNode const& instruction) {
  walk.list(instruction, "stateDelta", [&](JsonNode const& each) { check_operation(walk, each); });
}

void check_action(ShapeWalk& walk, JsonNode const& node) {
  if (!walk.object(node)) return;
  walk.need(node, "id", json::Type::string);
  walk.need(node, "actionName", json::Type::string);
  check_delta(walk, node);
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
    for (auto const& phase : game.player_phases())
      walk.step(phase.key, [&] {
        walk.in(phase.part.text);
        if (!walk.object(*phase.part.node)) return;
        walk.need(*phase.part.node, "phase", json::Type::string);
        walk.list(*phase.part.node, "playerActions", [&](JsonNode const& each) { check_action(walk, each); });
      });
  });
  walk.step("transitions", [&] {
    for (auto const& each : game.transition_instructions())
      walk.step(each.key, [&] {
        auto const& part = each.instruction.part;
        walk.in(part.text);
        if (!walk.object(*part.node)) return;
        walk.need(*part.node, "id", json::Type::string);
        walk.need(*part.node, "transitionName", json::Type::string);
        check_delta(walk, *part.node);
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
