#include "merge/play/runtime/logic_use.hpp"

#include "merge/game/logic/logic_evaluation.hpp"
#include "merge/game/logic/logic_operators.hpp"
#include "merge/game/logic/templates.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>

namespace artifactd::play {

namespace {

constexpr std::array<std::string_view, 9> comparisons = {"==", "===", "!=", "!==", "<",
                                                         "<=", ">",   ">=", "in"};
constexpr std::array<std::string_view, 6> iterations = {"map", "filter", "reduce", "all", "none", "some"};
constexpr std::array<std::string_view, 6> truth_tests = {"and", "or", "!", "!!", "if", "?:"};

template <class Names>
bool is_one_of(Names const& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_operation(Value const& logic) {
  return logic.is_object() && logic.size() == 1;
}

/// The name in {"var": "game.round"}; empty if it is computed or means everything.
std::optional<std::string> variable_in(Value const& logic) {
  if (!is_operation(logic) || logic.begin().key() != "var") return std::nullopt;
  auto const operands = game::values_behind(logic.begin().value());
  if (operands.empty() || !operands[0].is_string()) return "";
  return operands[0].get<std::string>();
}

bool is_constant(Value const& logic) {
  if (logic.is_array()) return std::ranges::all_of(logic, is_constant);
  return !logic.is_object() || logic.empty();
}

template <class Visit>
void each_operation(Value const& logic, Visit&& visit) {
  if (logic.is_array()) {
    for (auto const& element : logic)
      each_operation(element, visit);
    return;
  }
  if (!is_operation(logic)) return;
  auto const& operation = logic.begin().key();
  auto const operands = game::values_behind(logic.begin().value());
  visit(operation, operands);
  // The operands after the list are evaluated for each element, except reduce's initial value.
  auto const body = is_one_of(iterations, operation) ? std::size_t{1} : operands.size();
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (i != body) each_operation(operands[i], visit);
}

class UseCollector {
public:
  LogicUse use;

  void collect(Value const& logic) {
    test(logic);
    each_operation(logic, [this](std::string_view operation, std::span<Value const> operands) {
      look_at(operation, operands);
    });
  }

private:
  void look_at(std::string_view operation, std::span<Value const> operands) {
    if (operation == "var") return;
    if (game::tests_players(operation)) return player_test(operands);
    if (is_one_of(comparisons, operation)) return compare(operands);
    for (auto const& operand : operands)
      if (is_one_of(truth_tests, operation))
        test(operand);
      else if (auto const variable = variable_in(operand))
        free(*variable);
  }

  void player_test(std::span<Value const> operands) {
    if (operands.size() != 3 || !operands[0].is_string()) return;
    auto const name = "players." + operands[0].get<std::string>();
    if (is_constant(operands[2]))
      constant(name, operands[2]);
    else
      use.free.insert(name);
    if (auto const variable = variable_in(operands[2])) free(*variable);
  }

  void compare(std::span<Value const> operands) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      auto const variable = variable_in(operands[i]);
      if (!variable) continue;
      for (std::size_t other = 0; other < operands.size(); ++other)
        if (other != i) compare(*variable, operands[other]);
    }
  }

  void compare(std::string const& variable, Value const& other) {
    auto const field = named_field(variable);
    if (is_constant(other) && !field.nested) return constant(field.name, other);
    if (field.name.starts_with("input.")) use.relatives[field.name].push_back(other);
    use.free.insert(field.name);
  }

  void test(Value const& logic) {
    auto const variable = variable_in(logic);
    if (!variable) return;
    auto const field = named_field(*variable);
    if (field.nested) return free(*variable);
    for (auto const& each : {Value(0), Value(""), Value(false)})
      constant(field.name, each);
  }

  void free(std::string_view variable) { use.free.insert(named_field(variable).name); }

  void constant(std::string const& name, Value const& value) {
    auto& known = use.constants[name];
    auto const keep = [&known](Value const& each) {
      if (std::ranges::find(known, each) == known.end()) known.push_back(each);
    };
    if (!value.is_array()) return keep(value);
    for (auto const& each : value)
      keep(each);
  }
};

} // namespace

void LogicUse::merge(LogicUse const& other) {
  for (auto const& [name, values] : other.constants)
    for (auto const& value : values)
      if (auto& known = constants[name]; std::ranges::find(known, value) == known.end())
        known.push_back(value);
  free.insert(other.free.begin(), other.free.end());
  for (auto const& [name, logic] : other.relatives)
    std::ranges::copy(logic, std::back_inserter(relatives[name]));
}

LogicUse use_of_logic(Value const& logic) {
  UseCollector collector;
  collector.collect(logic);
  return std::move(collector.use);
}

std::vector<std::string> variables_of(Value const& logic) {
  std::vector<std::string> names;
  each_operation(logic, [&names](std::string_view operation, std::span<Value const> operands) {
    auto const name_in = [](Value const& operand) {
      return operand.is_string() ? operand.get<std::string>() : std::string();
    };
    if (operation == "var") names.push_back(operands.empty() ? "" : name_in(operands[0]));
    if (operation != "missing" && operation != "missing_some") return;
    for (auto const& operand : operands) {
      if (operand.is_number()) continue; // the count that missing_some needs
      if (operand.is_array())
        std::ranges::transform(operand, std::back_inserter(names), name_in);
      else
        names.push_back(name_in(operand));
    }
  });
  return names;
}

std::vector<std::string> player_tests_of(Value const& logic) {
  std::vector<std::string> fields;
  each_operation(logic, [&fields](std::string_view operation, std::span<Value const> operands) {
    if (game::tests_players(operation) && !operands.empty())
      fields.push_back(operands[0].is_string() ? operands[0].get<std::string>() : "");
  });
  return fields;
}

NamedField named_field(std::string_view variable) {
  constexpr std::string_view players = "players.";
  constexpr std::string_view acting = "player.";
  auto const within = [](std::string_view scope, std::string_view field) {
    auto const dot = field.find('.');
    return NamedField{std::string(scope).append(field.substr(0, dot)), dot != field.npos};
  };
  if (variable.starts_with(acting)) return within(players, variable.substr(acting.size()));
  if (variable.starts_with(players)) {
    auto const behind = variable.substr(players.size());
    auto const dot = behind.find('.');
    return dot == behind.npos ? NamedField{std::string(variable), true}
                              : within(players, behind.substr(dot + 1));
  }
  auto const dot = variable.find('.');
  if (dot == variable.npos) return {std::string(variable)};
  return within(variable.substr(0, dot + 1), variable.substr(dot + 1));
}

std::optional<NamedField> written_field(std::string_view path) {
  auto const segments = game::template_path_segments(path);
  auto const scope = segments[0];
  auto const at = scope == "game" ? std::size_t{1} : std::size_t{2};
  if ((scope != "game" && scope != "players") || segments.size() <= at || segments[at].contains("{{"))
    return std::nullopt;
  auto const bracket = std::min(segments[at].find('['), segments[at].size());
  return NamedField{std::string(scope) + "." + std::string(segments[at].substr(0, bracket)),
                    segments.size() > at + 1 || bracket < segments[at].size()};
}

} // namespace artifactd::play
