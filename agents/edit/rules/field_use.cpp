#include "agents/edit/rules/field_use.hpp"

#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/references.hpp"
#include "merge/game/logic/json_logic.hpp"
#include "merge/game/logic/logic_context.hpp"

#include <algorithm>
#include <array>

namespace artifactd::editor {

namespace {

using game::Value;

constexpr std::array<std::string_view, 11> of_numbers = {"<", "<=", ">", ">=",  "+",  "-",
                                                         "*", "/",  "%", "min", "max"};
constexpr std::array<std::string_view, 4> of_truths = {"!", "!!", "and", "or"};

bool is_one_of(std::span<std::string_view const> operators, std::string_view name) {
  return std::ranges::find(operators, name) != operators.end();
}

std::string type_of_value(Value const& value) {
  if (value.is_boolean()) return "boolean";
  if (value.is_number()) return "number";
  if (value.is_array()) return "array";
  return value.is_string() ? "string" : "";
}

/// The field a variable reads; empty for anything else.
std::string field_read(Value const& operand) {
  if (!operand.is_object() || operand.size() != 1 || !operand.contains("var")) return "";
  auto const& var = operand["var"];
  auto const& name = var.is_array() && !var.empty() ? var[0] : var;
  return name.is_string() ? name.get<std::string>() : "";
}

/// Searches logic for a hint of the field's type.
class TypeSearch {
public:
  TypeSearch(game::SchemaFields const& fields, std::string_view name) : fields_(fields), name_(name) {}

  [[nodiscard]] std::string in(Value const& logic) const {
    if (logic.is_object() && logic.size() == 1)
      if (auto type = by_operation(logic.begin().key(), logic.begin().value()); !type.empty()) return type;
    if (!logic.is_structured()) return "";
    for (auto const& each : logic)
      if (auto type = in(each); !type.empty()) return type;
    return "";
  }

private:
  [[nodiscard]] std::string by_operation(std::string const& name, Value const& operands) const {
    if (name == "allPlayers" || name == "anyPlayer") return by_player_test(operands);
    auto const list = operands.is_array() ? operands : Value::array({operands});
    for (std::size_t i = 0; i < list.size(); ++i)
      if (field_read(list[i]) == name_) return by_place(name, list, i);
    return "";
  }

  [[nodiscard]] std::string by_player_test(Value const& operands) const {
    if (!operands.is_array() || operands.size() != 3 || operands[0] != Value(name_)) return "";
    auto type = type_of_value(operands[2]);
    return type.empty() && operands[1].is_string() && is_one_of(of_numbers, operands[1].get<std::string>())
               ? "number"
               : type;
  }

  [[nodiscard]] std::string by_place(std::string const& name, Value const& operands,
                                     std::size_t place) const {
    if (name == "length") return "array";
    if (name == "in") return place == 1 ? "array" : type_of_elements(operands);
    if (is_one_of(of_truths, name)) return "boolean";
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (i != place)
        if (auto type = type_of(operands[i]); !type.empty()) return type;
    return is_one_of(of_numbers, name) ? "number" : "";
  }

  /// The type of what "in" looks for in its second operand.
  [[nodiscard]] static std::string type_of_elements(Value const& operands) {
    if (operands.size() < 2) return "";
    auto const& where = operands[1];
    if (where.is_array()) return where.empty() ? "" : type_of_value(where[0]);
    return where.is_string() ? "string" : "";
  }

  [[nodiscard]] std::string type_of(Value const& operand) const {
    auto const* known = fields_.find(field_read(operand));
    if (known == nullptr) return type_of_value(operand);
    return known->type == "enum" ? "string" : known->type;
  }

  game::SchemaFields const& fields_;
  std::string_view name_;
};

/// The relevant part of the game's state: all players are alike.
Value context_of(ConstantField const& field) {
  auto const name = field.path.substr(field.path.find('.') + 1);
  Value const one{{name, field.value}};
  return field.path.starts_with("game.")
             ? game::logic_context({{"game", one}, {"players", Value::object()}})
             : game::logic_context({{"game", Value::object()}, {"players", {{"p1", one}, {"p2", one}}}});
}

bool names(game::Reference const& reference, std::string_view name) {
  return reference.field == name ||
         (reference.field.starts_with(name) && reference.field.substr(name.size()) == ".length");
}

bool reads(JsonNode const& logic, std::string_view name) {
  return may_name(logic, name) &&
         std::ranges::any_of(game::all_references(logic),
                             [&](game::Reference const& each) { return names(each, name); });
}

/// Whether every part of it reads the field.
bool is_all_about(JsonNode const& logic, std::string_view name) {
  auto const joins = game::is(&logic, json::Type::object) && logic.children().size() == 1 &&
                     logic.children().front().key() == "and" && !logic.children().front().children().empty();
  if (!joins) return reads(logic, name);
  return std::ranges::all_of(logic.children().front().children(),
                             [&](JsonNode const& each) { return is_all_about(each, name); });
}

/// Whether the parts that read the field can be met, as far as the whole needs them.
bool may_be_met(JsonNode const& logic, std::string_view name, Value const& context) {
  if (!reads(logic, name)) return true;
  auto const is_operation = game::is(&logic, json::Type::object) && logic.children().size() == 1;
  auto const operation = is_operation ? logic.children().front().key() : std::string();
  auto met = [&](JsonNode const& each) { return may_be_met(each, name, context); };
  if (operation == "and") return std::ranges::all_of(logic.children().front().children(), met);
  if (operation == "or") return std::ranges::any_of(logic.children().front().children(), met);
  auto is_it = [&](game::Reference const& each) { return names(each, name); };
  return std::ranges::all_of(game::all_references(logic), is_it) && game::holds(value_of(logic), context);
}

} // namespace

std::string type_by_use(Evidence const& evidence, std::string_view name) {
  TypeSearch const search(evidence.fields, name);
  for (auto const& place : places(evidence.game))
    if (place.precondition->logic != nullptr && may_name(*place.precondition->logic, name))
      if (auto type = search.in(value_of(*place.precondition->logic)); !type.empty()) return type;
  return name.ends_with(".length") ? "array" : "";
}

game::Transition const* decided_by(Evidence const& evidence, ConstantField const& field) {
  auto const context = context_of(field);
  auto is_about = [&](game::Precondition const& each) {
    return each.logic != nullptr && is_all_about(*each.logic, field.name);
  };
  auto is_unmet = [&](game::Precondition const& each) {
    return each.logic != nullptr && !may_be_met(*each.logic, field.name, context);
  };
  for (auto const& transition : evidence.game.transitions()) {
    auto const& preconditions = transition.preconditions;
    auto const alone = !preconditions.empty() && std::ranges::all_of(preconditions, is_about);
    if (alone || std::ranges::any_of(preconditions, is_unmet)) return &transition;
  }
  return nullptr;
}

} // namespace artifactd::editor
