#include "merge/game/checks/operation_checks.hpp"

#include "merge/game/checks/written_paths.hpp"
#include "merge/game/delta/delta_operations.hpp"
#include "merge/game/logic/templates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::game {

namespace {

/// Lists and maps have their own checks, with their own messages.
bool lacks(JsonNode const& operation, DeltaMember const& member) {
  auto const* there = operation.find(member.name);
  if (member.demand == MemberDemand::present) return there == nullptr;
  return member.demand == MemberDemand::truthy && is_falsy(there);
}

std::vector<std::string_view> operation_names() {
  std::vector<std::string_view> names;
  for (auto const& each : delta_operations())
    names.push_back(each.name);
  return names;
}

/// Checks one operation of an owner.
class OperationCheck {
public:
  OperationCheck(std::string const& owner, Operation const& operation, Game const& game,
                 SchemaFields const& fields, Report& report)
      : operation_(operation), node_(*operation.part.node), game_(game), fields_(fields), report_(report),
        name_(operation.name), owner_(owner) {}

  void run() {
    if (is_falsy(node_.find("op"))) return add("I03", start() + " missing 'op' field");
    auto const* operation = delta_operation(name_);
    if (operation == nullptr) {
      auto shown = name_.empty() ? std::string(node_.find("op")->text()) : name_;
      return add("I04", fmt::format("{} has invalid op '{}'. Valid ops: {}", start(), shown,
                                    fmt::join(operation_names(), ", ")));
    }
    for (auto const& member : operation->artifact_members)
      if (lacks(node_, member))
        add("I05", fmt::format("{} op '{}' missing '{}' field", start(), name_, member.name));
    if (name_ == "rng") check_rng();
    if (name_ == "setFromMap") check_map();
    if (name_ == "setFromDataSource") check_source();
    check_expressions();
    check_list_value();
    check_field();
  }

private:
  /// The beginning of its findings.
  [[nodiscard]] std::string start() const {
    return fmt::format("{}: stateDelta[{}]", owner_, operation_.index);
  }

  void add(std::string_view id, std::string message, JsonNode const* at = nullptr) {
    report_.add(id, {operation_.part.text, at == nullptr ? &node_ : at}, std::move(message));
  }

  void check_rng() {
    auto const* choices = node_.find("choices");
    auto const* probabilities = node_.find("probabilities");
    auto list = [&](JsonNode const* member, std::string_view what) {
      if (is(member, json::Type::array) && (what != "choices" || !member->children().empty())) return true;
      add("I06", fmt::format("{} op 'rng' missing or invalid '{}' array", start(), what), member);
      return false;
    };
    auto sound = list(choices, "choices");
    sound = list(probabilities, "probabilities") && sound;
    if (!sound) return;
    auto const count = probabilities->children().size();
    if (count != choices->children().size())
      add("I07",
          fmt::format("{} op 'rng' probabilities length ({}) must match choices length ({})", start(), count,
                      choices->children().size()),
          probabilities);
    double sum = 0;
    for (auto const& each : probabilities->children())
      sum += is(&each, json::Type::number) ? std::strtod(std::string(each.text()).c_str(), nullptr) : 0;
    if (std::abs(sum - 1) > 0.01)
      add("I08", fmt::format("{} op 'rng' probabilities sum to {}, not 1.0", start(), sum), probabilities);
  }

  void check_map() {
    auto const* map = node_.find("map");
    if (!is(map, json::Type::object))
      add("I09",
          fmt::format("{} op 'setFromMap' missing or invalid 'map' field (must be a key-value object)",
                      start()),
          map);
    else if (map->children().empty())
      add("I09", fmt::format("{} op 'setFromMap' has empty 'map' object", start()), map);
  }

  void check_source() {
    auto const id = operation_.text("dataSourceId").value_or("");
    auto const& known = game_.data_sources();
    if (known && !id.empty() && !id.contains("{{") && std::ranges::find(*known, id) == known->end())
      add("I10",
          fmt::format("{} op 'setFromDataSource' references unknown dataSourceId '{}'. Valid IDs: {}",
                      start(), id, fmt::join(*known, ", ")),
          node_.find("dataSourceId"));
    auto const* parameters = node_.find("paramValues");
    if (!is(parameters, json::Type::object))
      add("I11", fmt::format("{} op 'setFromDataSource' paramValues must be an object", start()), parameters);
  }

  /// A lone < or > is ignored: it may well be text.
  static bool is_expression(std::string_view text) {
    constexpr std::array<std::string_view, 8> signs = {"==", "!=", "&&", "||", "?", "Math.", "=>", ">="};
    for (auto begin = text.find("{{"); begin != text.npos; begin = text.find("{{", begin + 2)) {
      auto end = text.find("}}", begin);
      if (end == text.npos) return false;
      auto inside = text.substr(begin + 2, end - begin - 2);
      auto holds = [&](std::string_view sign) { return inside.find(sign) != inside.npos; };
      if (std::ranges::any_of(signs, holds) || holds("<=")) return true;
    }
    return false;
  }

  void check_expressions() {
    auto const all = node_.text(); // at least one of the braces may be written as an escape
    if (all.find("{{") == all.npos && all.find('\\') == all.npos) return;
    for (auto key : {"path", "keyPath", "fromPath", "toPath", "dataSourceId", "value"}) {
      auto text = operation_.text(key);
      if (!text || !is_expression(*text)) continue;
      add("I12",
          fmt::format(
              "{}.{} contains a JS expression inside `{{{{}}}}`: \"{}\". Template variables must be simple "
              "state path lookups only (e.g. {{{{players.player1.score}}}}). For conditional logic, scoring, "
              "or arithmetic, use mechanicsGuidance so the runtime LLM computes it.",
              start(), key, *text),
          node_.find(key));
    }
  }

  void check_list_value() {
    if (name_ != "set" && name_ != "append" && name_ != "setForAllPlayers") return;
    auto const* value = node_.find("value");
    if (!is(value, json::Type::array) || value->text().find("{{") == std::string_view::npos) return;
    add("I13",
        fmt::format(
            "{} op '{}' has array value containing template variables. Template variables in arrays are not "
            "expanded. Use bracket notation to set array elements individually.",
            start(), name_),
        value);
  }

  void check_field() {
    auto const& path = operation_.path;
    if (!path || path->empty() || fields_.form() == SchemaForm::none) return;
    auto field = with_wildcards(*path);
    if (fields_.is_valid(field)) return;
    if (!is_unscoped(field))
      return add("I14", fmt::format("{} references unknown field: {}", start(), field), node_.find("path"));
    add("I14",
        fmt::format(
            "{0} references unscoped field: '{1}'. State field references must use their full path (e.g., "
            "'game.{1}' or 'players.{1}').",
            start(), field),
        node_.find("path"));
  }

  Operation const& operation_;
  JsonNode const& node_;
  Game const& game_;
  SchemaFields const& fields_;
  Report& report_;
  std::string const& name_;
  std::string const& owner_;
};

} // namespace

void check_path_segments(std::string const& owner, std::vector<Operation> const& operations, Report& report) {
  for (auto const& operation : operations)
    for (auto key : {"path", "fromPath", "toPath"}) {
      auto path = operation.text(key);
      if (!path || path->empty()) continue;
      for (auto const& segment : template_path_segments(*path))
        if (is_mixed_segment(segment))
          report.add("I02", {operation.part.text, operation.part.node->find(key)},
                     fmt::format(
                         "{} stateDelta[{}]: Path segment \"{}\" mixes literal text with template variables. "
                         "Each segment must be EITHER a literal name OR exactly one template variable "
                         "({{{{name}}}}), never both.",
                         owner, operation.index, segment));
      break; // only the first of the three that exists
    }
}

void check_operations(std::string const& owner, std::vector<Operation> const& operations, Game const& game,
                      SchemaFields const& fields, Report& report) {
  for (auto const& operation : operations)
    OperationCheck(owner, operation, game, fields, report).run();
}

} // namespace artifactd::game
