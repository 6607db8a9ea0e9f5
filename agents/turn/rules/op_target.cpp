#include "agents/turn/rules/member_reader.hpp"
#include "agents/turn/rules/state_op.hpp"
#include "state/json/mistake.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

/// The candidates for a mistyped name in the object at `around`.
std::vector<std::string> names_in(StateRules const& rules, Json const& object, StatePath const& around) {
  auto names = rules.schema.names_at(around);
  for (auto const& [name, value] : object.items())
    if (std::ranges::count(names, name) == 0) names.push_back(name);
  return names;
}

std::unexpected<OpFault> unknown_member(StateRules const& rules, Json const& object, StatePath const& around,
                                        std::string const& name) {
  auto const where = around.empty() ? std::string("the state") : json::shown_key(path_text(around));
  return op_fault("path",
                  fmt::format("{} has no member {}, and the ruleset declares none{}", where,
                              json::shown_key(name), known_names(name, names_in(rules, object, around))));
}

std::unexpected<OpFault> no_object(StatePath const& path, Json const& value) {
  auto const where = json::shown_key(path_text(path));
  if (value.is_array())
    return op_fault(
        "path",
        fmt::format("{} is a list: use append and remove, which take an element by its value", where));
  return op_fault("path", fmt::format("{} is {}, which has no members", where, shown(value)));
}

std::expected<StatePath, OpFault> written_path(Json const& op) {
  auto const* written = op_member(op, "path");
  if (written == nullptr)
    return op_fault("path", "is missing: expected a path into the state, such as \"a.b\"");
  auto const* text = written->get_ptr<std::string const*>();
  if (text == nullptr) return op_fault("path", fmt::format("expected a text, found {}", shown(*written)));
  auto path = parse_path(*text);
  if (!path) return op_fault("path", std::move(path).error().message);
  if (path->front() == "relations")
    return op_fault("path", "relations change by the op adjust_relation alone");
  if (path->front() == "present" && path->size() > 1)
    return op_fault("path", "present is a list of characters: they enter by append and leave by remove");
  return *std::move(path);
}

} // namespace

std::expected<OpTarget, OpFault> op_target(StateRules const& rules, StoryState& state, Json const& op) {
  OpTarget target{TRY(written_path(op)), std::nullopt, &state.state, nullptr};
  StatePath around;
  for (auto const& name : target.path) {
    if (target.value != nullptr) target.parent = target.value;
    if (!target.parent->is_object()) return no_object(around, *target.parent);
    target.value = find_path(*target.parent, {name});
    auto here = around;
    here.push_back(name);
    if (here.size() == target.path.size()) target.declared = rules.schema.declared(here);
    if (target.value == nullptr && !target.declared)
      return rules.schema.declared(here)
                 ? op_fault("path", fmt::format("{} is not in the state yet: set it as a whole first",
                                                json::shown_key(path_text(here))))
                 : unknown_member(rules, *target.parent, around, name);
    around = std::move(here);
  }
  return target;
}

std::string target_name(OpTarget const& target) {
  return json::shown_key(path_text(target.path));
}

Json entry_of(OpTarget const& target, Json const& op) {
  return {{"op", op.at("op")}, {"path", path_text(target.path)}};
}

Json const* op_member(Json const& op, std::string_view name) {
  auto const found = op.find(name);
  return found == op.end() || found->is_null() ? nullptr : &*found;
}

} // namespace artifactd::turn
