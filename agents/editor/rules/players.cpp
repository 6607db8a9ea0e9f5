#include "agents/editor/draft.hpp"
#include "agents/editor/rules/rules.hpp"
#include "agents/editor/rules/words.hpp"
#include "merge/game/references.hpp"

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

/// What a variable reads of some player, by number, id or wildcard; both empty for any other.
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

/// What is asked of each player, the player left out of it.
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

/// Whether one player is asked what another is not: neither all nor any of them is meant.
bool tells_players_apart(Value const& logic) {
  Questions questions;
  add_questions(logic, questions);
  auto differs = [&](auto const& each) { return each.second != questions.begin()->second; };
  return std::ranges::any_of(questions, differs);
}

/// Whether a comparison of players is denied: "not everybody" and "nobody" look the same there.
bool denies_player_access(Value const& logic) {
  if (!logic.is_structured()) return false;
  if (logic.is_object() && logic.size() == 1 && logic.begin().key() == "!") {
    auto const& operand =
        logic.begin()->is_array() && logic.begin()->size() == 1 ? (*logic.begin())[0] : *logic.begin();
    if (player_field(operand).empty() && holds_player_access(operand)) return true;
  }
  return std::ranges::any_of(logic, denies_player_access);
}

/// Whether its id or explanation speaks of all players, or of none of them.
bool speaks_of_all(game::Precondition const& precondition) {
  static re2::RE2 const words(
      R"((?i)(?:\b|_)(?:all|every|everybody|everyone|each|both|nobody|no ?one|none|nothing|not a)(?:\b|_))");
  auto const& node = *precondition.part.node;
  return re2::RE2::PartialMatch(precondition.id + " " + game::string_at(node, "explain").value_or(""), words);
}

/// Rewrites comparisons of one player's field into tests of the players. Which of the two a single comparison
/// means it does not say itself: waiting for nobody (actionRequired is false) means all of them, everything
/// else any, unless words around it speak of all.
class PlayerRewrite {
public:
  /// Nothing when something of the kind is left that is no comparison with a plain value, or when it is open
  /// whether all or any of the players are meant.
  static std::optional<Value> of(Value const& logic, bool all) {
    if (tells_players_apart(logic) || denies_player_access(logic)) return std::nullopt;
    auto result = rewrite(logic, all ? "and" : "");
    if (holds_player_access(result)) return std::nullopt;
    return result;
  }

private:
  static Value test(std::string_view around, std::string const& field, std::string_view comparison,
                    Value const& value) {
    auto const bounds = comparison == "<" || comparison == "<=" || comparison.starts_with('!');
    auto const all = around == "and" || bounds || (field == "actionRequired" && value == Value(false));
    return {{all ? "allPlayers" : "anyPlayer", Value::array({field, comparison, value})}};
  }

  static std::optional<Value> comparison(Value const& logic, std::string_view around) {
    if (!logic.is_object() || logic.size() != 1) return std::nullopt;
    auto const& op = logic.begin().key();
    auto const& operands = logic.begin().value();
    auto const negated = op == "!" && (!operands.is_array() || operands.size() == 1);
    if (negated) {
      auto field = player_field(operands.is_array() ? operands[0] : operands);
      if (!field.empty()) return test(around, field, "==", false);
    }
    if (std::ranges::find(comparisons, op) == comparisons.end() || !operands.is_array() ||
        operands.size() != 2)
      return std::nullopt;
    auto const left = player_field(operands[0]);
    auto const right = player_field(operands[1]);
    if (left.empty() == right.empty()) return std::nullopt;
    if (right.empty()) return test(around, left, op, operands[1]);
    return test(around, right, mirrored(op), operands[0]);
  }

  /// Alternatives and conjunctions that come to the same test several times say it once.
  static Value rewrite(Value const& logic, std::string_view around) {
    if (auto changed = comparison(logic, around)) return *changed;
    if (!logic.is_structured()) return logic;
    if (logic.is_array()) {
      auto list = Value::array();
      for (auto const& each : logic) {
        auto changed = rewrite(each, around);
        if (changed == each || std::ranges::find(list, changed) == list.end())
          list.push_back(std::move(changed));
      }
      return list;
    }
    auto object = Value::object();
    for (auto const& [key, value] : logic.items()) {
      auto changed = rewrite(value, logic.size() == 1 ? std::string_view(key) : around);
      auto const joins = (key == "and" || key == "or") && changed != value;
      if (joins && changed.is_array() && changed.size() == 1) return changed[0];
      object[key] = std::move(changed);
    }
    return object;
  }
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
    auto const rewritten = PlayerRewrite::of(logic, speaks_of_all(*place.precondition));
    Draft draft(evidence.game);
    if (rewritten) draft.set(transition_address(*place.transition), place.pointer + "/logic", *rewritten);
    auto const& transition = place.transition->id;
    auto const& precondition = place.precondition->id;
    auto const description =
        fmt::format("Ask in {} for all or any of the players instead of a certain one", precondition);
    auto changes = draft.changes(description);
    if (!rewritten)
      changes.push_back({game::Artifact::transitions, Operation::patch, transition_address(*place.transition),
                         description});
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
