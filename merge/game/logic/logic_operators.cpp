#include "merge/game/logic/logic_operators.hpp"

#include "merge/game/logic/logic_operations.hpp"

#include <algorithm>
#include <array>

namespace artifactd::game {

namespace {

constexpr LogicOperator eager(std::string_view name, EagerOperator* function) {
  return {.name = name, .eager = function};
}

constexpr LogicOperator lazy(std::string_view name, LazyOperator* function) {
  return {.name = name, .lazy = function};
}

constexpr std::array logic_operators = {
    eager("!", logic::is_false),
    eager("!!", logic::is_true),
    eager("!=", logic::unequal),
    eager("!==", logic::not_identical),
    eager("%", logic::remainder),
    eager("*", logic::product),
    eager("+", logic::sum),
    eager("-", logic::difference),
    eager("/", logic::quotient),
    eager("<", logic::less),
    eager("<=", logic::less_or_equal),
    eager("==", logic::equal),
    eager("===", logic::identical),
    eager(">", logic::greater),
    eager(">=", logic::greater_or_equal),
    lazy("?:", logic::choose),
    lazy("all", logic::every),
    eager("allPlayers", logic::all_players),
    lazy("and", logic::all_of),
    eager("anyPlayer", logic::any_player),
    eager("cat", logic::concatenation),
    lazy("filter", logic::filter),
    lazy("if", logic::choose),
    eager("in", logic::contained),
    eager("length", logic::length),
    eager("log", logic::log),
    eager("lookup", logic::lookup),
    lazy("map", logic::map),
    eager("max", logic::greatest),
    eager("merge", logic::merge),
    eager("min", logic::least),
    eager("missing", logic::missing),
    eager("missing_some", logic::missing_some),
    lazy("none", logic::none),
    lazy("or", logic::any_of),
    lazy("reduce", logic::reduce),
    lazy("some", logic::some),
    eager("substr", logic::substring),
    eager("var", logic::var),
};
static_assert(std::ranges::is_sorted(logic_operators, {}, &LogicOperator::name));

} // namespace

LogicOperator const* find_operator(std::string_view name) noexcept {
  auto const* found = std::ranges::lower_bound(logic_operators, name, {}, &LogicOperator::name);
  return found == logic_operators.end() || found->name != name ? nullptr : found;
}

} // namespace artifactd::game
