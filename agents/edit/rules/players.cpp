#include "agents/edit/draft.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/references.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <map>
#include <re2/re2.h>
#include <set>

namespace artifactd::editor {

namespace {

using game::Value;

constexpr std::array<std::string_view, 8> comparisons = {"==", "===", "!=", "!==", "<", "<=", ">", ">="};

/// The field that a variable reads of a certain player, by number, id or wildcard; both empty for other
/// variables.
struct PlayerField {
  std::string player;
  std::string field;
};

PlayerField of_player(Value const& operand) {
  if (!operand.is_object() || operand.size() != 1 || !operand.contains("var")) return {};
  auto const& name =
      operand["var"].is_array() && !operand["var"].empty() ? operand["var"][0] : operand["var"];
  if (!name.is_string()) return {};
  static re2::RE2 const pattern(R"(players(\[[^\]]*\]|\.[A-Za-z0-9_\-]+|\.\{\{[^}]*\}\})\.([A-Za-z0-9_]+))");
  PlayerField read;
  re2::RE2::FullMatch(name.get_ref<std::string const&>(), pattern, &read.player, &read.field);
  return read;
}

std::string player_field(Value const& operand) {
  return of_player(operand).field;
}

std::string_view mirrored(std::string_view comparison) {
  if (comparison == "<") return ">";
  if (comparison == "<=") return ">=";
  if (comparison == ">") return "<";
  if (comparison == ">=") return "<=";
  return comparison;
}

bool holds_player_access(Value const& logic) {
  if (!player_field(logic).empty()) return true;
  return logic.is_structured() && std::ranges::any_of(logic, holds_player_access);
}

/// What is asked about each player, with the player left out.
using Questions = std::map<std::string, std::set<std::string>>;

void add_questions(Value const& logic, Questions& questions) {
  if (!logic.is_structured()) return;
  if (logic.is_object() && logic.size() == 1) {
    auto const& operands = logic.begin().value();
    auto const list = operands.is_array() ? operands : Value::array({operands});
    for (auto const& operand : list)
      if (auto const [player, field] = of_player(operand); !field.empty()) {
        auto asked = list;
        std::ranges::replace(asked, operand, Value(field));
        questions[player].insert(Value{{logic.begin().key(), asked}}.dump());
      }
  }
  for (auto const& each : logic)
    add_questions(each, questions);
}

enum class Meant : std::uint8_t { unsaid, all, any, none, open };

/// Which players its id and explanation mention. `open`: both some and all, or not all.
Meant meant_by(game::Precondition const& precondition) {
  auto const text = precondition.id + " " + game::string_at(*precondition.part.node, "explain").value_or("");
  auto says = [&](re2::RE2 const& words) { return re2::RE2::PartialMatch(text, words); };
  static re2::RE2 const not_all(R"((?i)(?:\b|_)not[ _](?:all|every\w*|each|both)(?:\b|_))");
  static re2::RE2 const some(
      R"((?i)(?:\b|_)(?:some|somebody|someone|any|anybody|anyone|at[ _]least[ _]one|one[ _]of|either)(?:\b|_))");
  static re2::RE2 const all(R"((?i)(?:\b|_)(?:all|every|everybody|everyone|each|both)(?:\b|_))");
  static re2::RE2 const none(R"((?i)(?:\b|_)(?:nobody|no ?one|none|nothing|not[ _]a)(?:\b|_))");
  auto const of_all = says(all);
  auto const of_none = says(none);
  if (says(not_all) || (says(some) && (of_all || of_none))) return Meant::open;
  return says(some) ? Meant::any : of_all ? Meant::all : of_none ? Meant::none : Meant::unsaid;
}

bool is_joint(Value const& logic) {
  return logic.is_object() && logic.size() == 1 && logic.begin()->is_array() &&
         (logic.begin().key() == "and" || logic.begin().key() == "or");
}

/// Rewrites comparisons of one player's field into tests of all or any players. A comparison does not say
/// which is meant, but the precondition's words may. If they do not, several players are joined as their
/// comparisons are; waiting for nobody (actionRequired is false) and bounds mean all, everything else any.
class PlayerRewrite {
public:
  PlayerRewrite(game::SchemaFields const& fields, Meant meant) : fields_(fields), meant_(meant) {}

  /// std::nullopt if it is open whether all or any players are meant, if players are asked different things,
  /// or if a test would change the meaning at its place.
  std::optional<Value> of(Value const& logic) {
    Questions questions;
    add_questions(logic, questions);
    several_ = questions.size() > 1;
    auto differs = [&](auto const& each) {
      return each.second.size() > 1 || each.second != questions.begin()->second;
    };
    if (meant_ == Meant::open || std::ranges::any_of(questions, differs)) return std::nullopt;
    auto result = rewritten(logic, "");
    if (!result || holds_player_access(*result)) return std::nullopt;
    return result;
  }

private:
  [[nodiscard]] std::optional<Value> test(std::string_view around, std::string const& field,
                                          std::string_view comparison, Value const& value) const {
    auto const bounds = comparison == "<" || comparison == "<=" || comparison.starts_with('!');
    auto const waits = field == "actionRequired" && value == Value(false);
    auto all = meant_ == Meant::all || meant_ == Meant::none;
    if (meant_ == Meant::unsaid) all = several_ ? around == "and" : bounds || waits;
    auto const is_lacking =
        value.is_null() || value == Value(false) || value == Value(0) || value == Value("");
    if (meant_ == Meant::none && !bounds && !is_lacking) return std::nullopt;
    if (several_ && all != (around == "and")) return std::nullopt;
    return Value{{all ? "allPlayers" : "anyPlayer", Value::array({field, comparison, value})}};
  }

  [[nodiscard]] std::optional<Value> negation(Value const& operands, std::string_view around) const {
    auto const& operand = operands.is_array() && operands.size() == 1 ? operands[0] : operands;
    auto const field = player_field(operand);
    auto const* declared = field.empty() ? nullptr : fields_.find("players." + field);
    if (declared == nullptr || declared->type != "boolean") return std::nullopt; // null is not false
    return test(around, field, "==", false);
  }

  [[nodiscard]] std::optional<Value> comparison(Value const& logic, std::string_view around) const {
    if (!logic.is_object() || logic.size() != 1) return std::nullopt;
    auto const& op = logic.begin().key();
    auto const& operands = logic.begin().value();
    if (op == "!") return negation(operands, around);
    if (std::ranges::find(comparisons, op) == comparisons.end() || !operands.is_array() ||
        operands.size() != 2)
      return std::nullopt;
    auto const left = player_field(operands[0]);
    auto const right = player_field(operands[1]);
    if (left.empty() == right.empty()) return std::nullopt;
    if (right.empty()) return test(around, left, op, operands[1]);
    return test(around, right, mirrored(op), operands[0]);
  }

  /// Operands of "and" and "or" that become the same test are merged into one.
  [[nodiscard]] std::optional<Value> rewritten(Value const& logic, std::string_view around) const {
    if (!holds_player_access(logic)) return logic;
    if (!is_joint(logic)) return comparison(logic, around);
    auto list = Value::array();
    for (auto const& each : logic.front()) {
      auto changed = rewritten(each, logic.begin().key());
      if (!changed) return std::nullopt;
      if (*changed == each || std::ranges::find(list, *changed) == list.end())
        list.push_back(*std::move(changed));
    }
    return list.size() == 1 ? list[0] : Value{{logic.begin().key(), list}};
  }

  game::SchemaFields const& fields_;
  Meant meant_;
  bool several_ = false;
};

} // namespace

void find_player_access(Evidence const& evidence, Causes& causes) {
  std::vector<std::string> errors;
  for (auto const* pattern : {"forbidden array index access", "explicit player ID reference",
                              "uses indexed array access", R"(is null whatever the players have)",
                              R"(references unknown field: players\.(?:player\d+|p\d+|\d+)\.)",
                              R"(references unscoped field: 'players\[)", R"(^Field "players[\[.])"})
    for (auto& match : matching(evidence.errors, pattern))
      errors.push_back(std::move(match.error));
  if (errors.empty()) return;
  for (auto const& place : places(evidence.game)) {
    if (place.precondition->logic == nullptr) continue;
    auto const logic = value_of(*place.precondition->logic);
    if (!holds_player_access(logic)) continue;
    auto const rewritten = PlayerRewrite(evidence.fields, meant_by(*place.precondition)).of(logic);
    Draft draft(evidence.game);
    if (rewritten) draft.set(transition_address(*place.transition), place.pointer + "/logic", *rewritten);
    auto const& transition = place.transition->id;
    auto const& precondition = place.precondition->id;
    auto const description =
        fmt::format("Ask in {} for all or any of the players instead of a certain one", precondition);
    auto changes = draft.changes(description);
    if (!rewritten) changes.push_back(open_change(transition_address(*place.transition), description));
    std::vector<std::string> own;
    for (auto const& error : errors)
      if (error.find(fmt::format("'{}', precondition '{}'", transition, precondition)) != error.npos ||
          error.starts_with(fmt::format("Transition {} ", transition)) || error.starts_with("Field \""))
        own.push_back(error);
    causes.push_back(
        {"P7", fmt::format("Precondition {} of {} looks at a certain player.", precondition, transition),
         Confidence::high, std::move(own), std::move(changes)});
  }
}

} // namespace artifactd::editor
