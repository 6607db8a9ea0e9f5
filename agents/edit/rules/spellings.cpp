#include "agents/edit/draft.hpp"
#include "agents/edit/rules/infix.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/synonyms.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/references.hpp"
#include "merge/game/logic/logic_whitelist.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

using game::Value;

/// The operators' names in other dialects.
constexpr auto other_operators = std::to_array<Synonyms>({{"==", "eq equals ="},
                                                          {"!=", "ne neq <>"},
                                                          {">", "gt"},
                                                          {">=", "gte ge"},
                                                          {"<", "lt"},
                                                          {"<=", "lte le"},
                                                          {"!", "not"},
                                                          {"and", "&& AND"},
                                                          {"or", "|| OR"},
                                                          {"length", "size count"},
                                                          {"in", "includes"},
                                                          {"some", "any"},
                                                          {"all", "every"},
                                                          {"+", "plus"},
                                                          {"-", "minus"}});

bool is_player_operator(std::string_view key) {
  return key == "allPlayers" || key == "anyPlayer";
}

/// The operator of this dialect; a long word may be misspelt by one letter.
std::string operator_meant(std::string const& word) {
  for (auto const& [meant, others] : other_operators)
    for (auto const other : words_in(others))
      if (other == word) return std::string(meant);
  auto const allowed = game::allowed_operations();
  constexpr std::size_t shortest = 6; // short operators such as "some" and "none" are too alike
  if (word.size() < shortest || std::ranges::find(allowed, word) != allowed.end()) return word;
  auto meant = probably_meant(word, {allowed.begin(), allowed.end()});
  return meant.empty() ? word : meant;
}

/// The bare name of a player's field.
std::string field_alone(Value const& field) {
  auto const& name = field.is_object() && field.size() == 1 && field.contains("var") ? field["var"] : field;
  std::string text = name.is_string() ? name.get<std::string>() : std::string();
  for (std::string_view const prefix : {"players[*].", "players.*.", "players.", "player."})
    if (text.starts_with(prefix)) return text.substr(prefix.size());
  return text;
}

Value const* member_of(Value const& object, std::initializer_list<char const*> names) {
  for (auto const* name : names)
    if (auto const member = object.find(name); member != object.end()) return &*member;
  return nullptr;
}

/// [field, comparison, value] for a query written in another form.
std::optional<Value> query_meant(Value const& query) {
  if (query.is_string()) return query_of_text(query.get_ref<std::string const&>());
  if (query.is_array() && query.size() == 3) return query;
  if (!query.is_object() || query.size() != 3) return std::nullopt;
  auto const* compared = member_of(query, {"op", "operator", "comparison", "comparator"});
  auto const* field = member_of(query, {"field", "name", "path"});
  auto const* value = member_of(query, {"value", "val"});
  if (compared == nullptr || field == nullptr || value == nullptr) return std::nullopt;
  return Value::array({*field, *compared, *value});
}

Value respelt(Value const& logic);

Value respelt_query(Value const& query) {
  auto const meant = query_meant(query);
  if (!meant || !(*meant)[1].is_string()) return query;
  auto const field = field_alone((*meant)[0]);
  auto const compared = operator_meant((*meant)[1].get<std::string>());
  return Value::array({field.empty() ? (*meant)[0] : Value(field), compared, respelt((*meant)[2])});
}

/// The same logic in this dialect.
Value respelt(Value const& logic) {
  if (logic.is_array()) {
    auto list = Value::array();
    for (auto const& each : logic)
      list.push_back(respelt(each));
    return list;
  }
  if (!logic.is_object()) return logic;
  auto object = Value::object();
  for (auto const& [key, value] : logic.items()) {
    auto const name = logic.size() == 1 && key != "var" ? operator_meant(key) : key;
    object[name] = is_player_operator(name) ? respelt_query(value) : respelt(value);
  }
  return object;
}

bool is_of_another_dialect(JsonNode const& logic) {
  auto const has_path = [](game::Reference const& each) { return each.field.contains('.'); };
  return !game::is_supported(logic) || !game::unknown_operations(logic).empty() ||
         std::ranges::any_of(game::player_references(logic), has_path);
}

/// The errors about that precondition alone.
std::vector<std::string> errors_of(Evidence const& evidence, Place const& place) {
  auto const where =
      fmt::format("Transition '{}', precondition '{}': ", place.transition->id, place.precondition->id);
  auto errors =
      errors_matching(evidence.errors, R"(: there is no operation '|: players have no field '\S*\.)");
  std::erase_if(errors, [&](std::string const& each) { return !each.starts_with(where); });
  return errors;
}

} // namespace

void find_foreign_operators(Evidence const& evidence, Causes& causes) {
  auto errors =
      errors_matching(evidence.errors, "^Schema validation failed: .*Unsupported JsonLogic operations");
  Draft draft(evidence.game);
  for (auto const& place : places(evidence.game)) {
    if (place.precondition->logic == nullptr || !is_of_another_dialect(*place.precondition->logic)) continue;
    auto const logic = value_of(*place.precondition->logic);
    auto const meant = respelt(logic);
    if (meant == logic || !game::unsupported_operations(meant).empty()) continue;
    draft.set(transition_address(*place.transition), place.pointer + "/logic", meant);
    std::ranges::copy(errors_of(evidence, place), std::back_inserter(errors));
  }
  if (errors.empty()) return;
  constexpr auto* description = "Write the logic with existing operators";
  auto changes = draft.changes(description);
  if (changes.empty())
    changes.push_back({game::Artifact::transitions, ChangeOperation::patch, std::nullopt, description});
  causes.push_back({"P8", "Logic is written with operators of another dialect.", Confidence::high,
                    std::move(errors), std::move(changes)});
}

} // namespace artifactd::editor
