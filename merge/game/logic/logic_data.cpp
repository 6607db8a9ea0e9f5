#include "merge/game/logic/logic_operations.hpp"
#include "merge/game/values/js_members.hpp"
#include "merge/game/values/js_text.hpp"
#include "merge/game/values/js_value.hpp"

#include <array>

namespace artifactd::game::logic {

namespace {

bool is_absent(Value const& value) noexcept {
  return value.is_null() || is_undefined(value);
}

Value number_of_elements(std::size_t count) {
  return number(static_cast<double>(count));
}

/// Whether some player's field has that relation to the value (`met`), or lacks it (not `met`).
Result<bool> some_player(Evaluation& evaluation, Arguments arguments, Value const& data, bool met) {
  auto const players = TRY(evaluation.property(data, "players"));
  if (!js_truthy(*players)) return false;
  auto const* text = players->get_ptr<std::string const*>();
  TRY(evaluation.charge(text == nullptr ? players->size() : text->size()));
  auto const field = text_of(argument(arguments, 0));
  auto const relation = text_of(argument(arguments, 1));
  std::array<Value, 2> sides;
  sides[1] = TRY(evaluation.own(Operand::standing(argument(arguments, 2))));
  for (auto const& player : values_of(*players)) {
    sides[0] = TRY(evaluation.own(TRY(evaluation.property(*player, field))));
    if (js_truthy(*TRY(evaluation.perform(relation, sides, data))) == met) return true;
  }
  return false;
}

} // namespace

Result<Operand> var(Evaluation& evaluation, Arguments arguments, Value const& data) {
  auto const& name = argument(arguments, 0);
  bool const whole = is_absent(name) || (name.is_string() && name.get_ptr<std::string const*>()->empty());
  if (whole) return Operand::standing(data);

  auto const path = text_of(name);
  auto found = Operand::standing(data);
  for (std::string_view rest = path, segment; rest.data() != nullptr;) {
    auto const dot = rest.find('.');
    segment = rest.substr(0, dot);
    rest = dot == rest.npos ? std::string_view() : rest.substr(dot + 1);
    // A new value, such as a unit of a text or a length, has no parts to refer to.
    found = is_absent(*found) ? Operand() : TRY(evaluation.property(*found, segment));
  }
  if (!is_undefined(*found)) return found;
  if (is_undefined(argument(arguments, 1))) return Value(nullptr);
  return std::move(arguments[1]);
}

Result<Operand> missing(Evaluation& evaluation, Arguments arguments, Value const& data) {
  Value::array_t absent;
  auto const seek = [&](Value const& key) -> Result<void> {
    auto const found = TRY(evaluation.perform("var", values_behind(key), data));
    bool const empty = found->is_string() && found->get_ptr<std::string const*>()->empty();
    if (found->is_null() || empty) absent.push_back(TRY(evaluation.own(Operand::standing(key))));
    return {};
  };
  if (argument(arguments, 0).is_array()) {
    for (auto const& key : argument(arguments, 0))
      TRY(seek(key));
  } else {
    for (auto const& key : arguments)
      TRY(seek(*key));
  }
  return Value(std::move(absent));
}

Result<Operand> missing_some(Evaluation& evaluation, Arguments arguments, Value const& data) {
  auto const& options = argument(arguments, 1);
  auto absent = TRY(evaluation.perform("missing", values_behind(options), data));
  auto const all = number_of(*TRY(evaluation.property(options, "length")));
  auto const present = number(all - static_cast<double>(absent->size()));
  if (std::is_gteq(compare(present, argument(arguments, 0)))) return Value::array();
  return absent;
}

Result<Operand> lookup(Evaluation& evaluation, Arguments arguments, Value const& data) {
  auto const list = TRY(evaluation.apply(argument(arguments, 0), data));
  auto const index = TRY(evaluation.apply(argument(arguments, 1), data));
  if (is_absent(*list)) return Operand();
  auto element = TRY(evaluation.property(*list, text_of(*index)));
  bool const outlives = !arguments.empty() && arguments[0].is_standing() && list.is_standing();
  if (outlives) return element;
  return TRY(evaluation.own(std::move(element)));
}

Result<Operand> length(Evaluation& evaluation, Arguments arguments, Value const& data) {
  auto const of = TRY(evaluation.apply(argument(arguments, 0), data));
  if (auto const* text = of->get_ptr<std::string const*>()) return number_of_elements(unit_count(*text));
  return number_of_elements(of->is_structured() ? of->size() : 0);
}

Result<Operand> all_players(Evaluation& evaluation, Arguments arguments, Value const& data) {
  return Value(!TRY(some_player(evaluation, arguments, data, false)));
}

Result<Operand> any_player(Evaluation& evaluation, Arguments arguments, Value const& data) {
  return Value(TRY(some_player(evaluation, arguments, data, true)));
}

Result<Operand> log(Evaluation& /*unused*/, Arguments arguments, Value const& /*unused*/) {
  if (arguments.empty()) return Operand();
  return std::move(arguments.front());
}

} // namespace artifactd::game::logic
