#include "agents/edit/rules/operation_repair.hpp"

#include "agents/edit/rules/chances.hpp"
#include "agents/edit/rules/enum_values.hpp"
#include "agents/edit/rules/operation_words.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/phase_graph.hpp"
#include "merge/game/checks/written_paths.hpp"
#include "merge/game/delta/delta_operations.hpp"
#include "state/json/place.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <functional>
#include <numeric>
#include <optional>
#include <re2/re2.h>

namespace artifactd::editor {

using game::Value;

OperationRepair::OperationRepair(Evidence const& evidence, Draft& draft, game::FragmentAddress const& address,
                                 game::Operation const& operation)
    : evidence_(evidence), draft_(draft), address_(address), node_(*operation.part.node),
      pointer_(fmt::format("/stateDelta/{}", operation.index)), name_(operation.name) {}

bool OperationRepair::name() {
  auto const word = name_;
  auto const misnamed = word.empty() ? member_naming_operation(node_) : std::string();
  if (takes_away(word)) return take_away();
  if (!misnamed.empty()) {
    name_ = node_.find(misnamed)->string();
    draft_.remove(address_, pointer_ + json::pointer_step(misnamed));
  } else {
    name_ = word.empty() ? name_by_members() : name_by_word();
  }
  if (name_.empty()) return false;
  put("op", name_);
  return members();
}

bool OperationRepair::members() {
  auto const lacks = [&](game::DeltaMember const& each) {
    auto const* there = node_.find(each.name);
    return each.demand == game::MemberDemand::present ? there == nullptr : game::is_falsy(there);
  };
  auto const* amount = name_ == "transfer" && !has("value") ? node_.find("amount") : nullptr;
  if (amount != nullptr) put("value", value_of(*amount)); // otherwise everything is transferred
  return std::ranges::all_of(
      game::delta_operation(name_)->artifact_members,
      [&](game::DeltaMember const& each) { return !lacks(each) || member(each.name); });
}

bool OperationRepair::take_away() {
  constexpr double largest = 9'007'199'254'740'992; // beyond this, doubles skip whole numbers
  auto const* value = value_meant();
  auto const number = game::is(value, json::Type::number) ? value_of(*value).get<double>() : 0;
  if (!(number > 0 && number < largest)) return false;
  put("op", "increment");
  auto const is_whole = number == std::floor(number);
  if (value != node_.find("value")) draft_.remove(address_, pointer_ + json::pointer_step(value->key()));
  return put("value", is_whole ? Value(-static_cast<std::int64_t>(number)) : Value(-number));
}

JsonNode const* OperationRepair::value_meant() const {
  if (auto const* value = node_.find("value")) return value;
  auto const names = members_meaning(node_, "value");
  return names.empty() ? nullptr : node_.find(names.front());
}

bool OperationRepair::member(std::string_view missing) {
  for (auto const& other : members_meaning(node_, missing))
    if (auto const& there = *node_.find(other); fits(missing, there)) return give(missing, there, other);
  auto const counts =
      name_ == "increment" && game::string_at(node_, "path").value_or("").starts_with("game.");
  if (missing == "value" && counts) return put("value", 1); // a player's counter may go up or down
  if (missing == "value") return flag();
  if (missing == "map") return pairs();
  if (missing == "keyPath") return key_path();
  if (missing == "choices") return drawn_values();
  if (missing == "probabilities") return probabilities();
  if (missing == "paramValues") return put("paramValues", Value::object());
  return false;
}

bool OperationRepair::probabilities() {
  auto const* choices = node_.find("choices");
  if (!game::is(choices, json::Type::array) || choices->children().empty()) return false;
  if (says_chances_otherwise()) return false;
  auto const count = choices->children().size();
  auto known = chances_in(node_.find("probabilities"), choices);
  if (!known) return swapped();
  auto& chances = *known;
  if (chances.size() > count && drawn_values()) return true;
  while (chances.size() > count && chances.back() == 0)
    chances.pop_back();
  auto const rest = 1 - std::accumulate(chances.begin(), chances.end(), 0.0);
  if (chances.size() + 1 == count && rest > 0.005 && rest < 0.995)
    chances.push_back(std::round(rest * 1e6) / 1e6);
  auto const alike = std::ranges::adjacent_find(chances, std::not_equal_to<>()) == chances.end() &&
                     (chances.empty() || std::abs(rest) < 0.01);
  if (chances.size() != count && !alike) return false; // unknown which choice lacks its probability
  if (chances.size() != count) chances.assign(count, 1.0 / static_cast<double>(count));
  return put("probabilities", Value(chances));
}

bool OperationRepair::drawn_values() {
  auto const* stated = node_.find("choices");
  auto const chances = chances_in(node_.find("probabilities")).value_or(std::vector<double>());
  auto const* field = written_field();
  if (field == nullptr || chances.empty()) return false;
  auto left = enum_values(*field);
  auto list = Value::array();
  if (game::is(stated, json::Type::array))
    for (auto const& each : stated->children()) {
      list.push_back(value_of(each));
      std::erase_if(left, [&](std::string const& value) { return list.back() == Value(value); });
    }
  auto const alike = std::ranges::adjacent_find(chances, std::not_equal_to<>()) == chances.end();
  if (list.size() + left.size() != chances.size() || (left.size() != 1 && !(list.empty() && alike)))
    return false;
  for (auto const& value : left)
    list.push_back(value);
  return put("choices", list);
}

bool OperationRepair::key_path() {
  auto const* map = node_.find("map");
  if (!game::is(map, json::Type::object) || map->children().empty()) return false;
  auto const is_key = [&](std::string const& value) { return map->find(value) != nullptr; };
  auto const only = only_name(evidence_.fields.all(), &game::Field::path, [&](game::Field const& field) {
    auto const values = enum_values(field);
    return values.size() == map->children().size() && std::ranges::all_of(values, is_key);
  });
  return only.starts_with("game.") && put("keyPath", only);
}

bool OperationRepair::swapped() {
  auto const* choices = node_.find("choices");
  auto const* probabilities = node_.find("probabilities");
  auto const chances = chances_in(choices);
  if (!chances || !game::is(probabilities, json::Type::array) ||
      probabilities->children().size() != chances->size() ||
      std::abs(std::accumulate(chances->begin(), chances->end(), 0.0) - 1) > 0.01)
    return false;
  put("choices", value_of(*probabilities));
  return put("probabilities", value_of(*choices));
}

bool OperationRepair::says_chances_otherwise() const {
  auto const* stated = node_.find("probabilities");
  static re2::RE2 const alike("(?i)uniform|equal|even|same|fair");
  if (game::is(stated, json::Type::string) && !re2::RE2::PartialMatch(stated->string(), alike)) return true;
  constexpr auto names = std::to_array<std::string_view>(
      {"probability", "weights", "weight", "distribution", "odds", "chances", "chance"});
  auto const choices = node_.find("choices")->children();
  return std::ranges::any_of(names, [&](std::string_view each) { return has(each); }) ||
         std::ranges::any_of(choices,
                             [](JsonNode const& each) { return game::is(&each, json::Type::object); });
}

bool OperationRepair::flag() {
  auto const of_all = name_ == "setForAllPlayers";
  auto const path = game::string_at(node_, of_all ? "field" : "path").value_or("");
  auto const last = path.substr(path.rfind('.') + 1);
  auto const acted = address_.form == game::FragmentAddress::Form::player_action;
  auto const* transition = acted ? nullptr : evidence_.game.transition(address_.name);
  if (last == "actionRequired" && acted) return put("value", false);
  if (transition == nullptr) return false;
  auto const begins = transition->from == game::first_phase;
  auto const ends = transition->to == game::last_phase;
  if (last == "actionRequired") return put("value", evidence_.game.requires_input(transition->to));
  if (last == "gameEnded") return (begins || ends) && put("value", ends);
  if (last != "isGameWinner") return false;
  return of_all ? begins && put("value", false) : ends && put("value", true);
}

bool OperationRepair::pairs() {
  auto const* map = node_.find("map");
  if (!game::is(map, json::Type::array) || map->children().empty()) return false;
  auto object = Value::object();
  for (auto const& pair : map->children()) {
    if (!game::is(&pair, json::Type::array) || pair.children().size() != 2 ||
        !game::is(&pair.children()[0], json::Type::string))
      return false;
    object[pair.children()[0].string()] = value_of(pair.children()[1]);
  }
  return put("map", object);
}

bool OperationRepair::source(std::string const& meant) {
  return !meant.empty() && put("dataSourceId", meant);
}

bool OperationRepair::elements() {
  auto const* value = node_.find("value");
  auto const path = game::string_at(node_, "path");
  if (name_ == "append" && game::is(value, json::Type::array) && value->children().size() == 1)
    return put("value", value_of(value->children().front()));
  if (name_ != "set" || !path || !game::is(value, json::Type::array)) return false;
  put("value", Value::array());
  for (std::size_t i = 0; auto const& element : value->children())
    draft_.set(address_, "/stateDelta/-",
               {{"op", "set"}, {"path", fmt::format("{}[{}]", *path, i++)}, {"value", value_of(element)}});
  return true;
}

bool OperationRepair::has(std::string_view member) const {
  return node_.find(member) != nullptr;
}

std::string OperationRepair::name_by_members() const {
  if (has("choices")) return "rng";
  if (has("keyPath") || has("map")) return "setFromMap";
  if (has("fromPath") && has("toPath")) return "transfer";
  if (has("dataSourceId")) return "setFromDataSource";
  if (has("field") && has("value") && !has("path")) return "setForAllPlayers";
  auto const* value = node_.find("value"); // a number may be set or added, a list set or appended
  auto const is_plain = game::is(value, json::Type::string) || game::is(value, json::Type::boolean);
  auto const path = game::string_at(node_, "path").value_or("");
  return !path.empty() && is_plain && field_type() != "array" ? "set" : "";
}

bool OperationRepair::suits(std::string_view meant) const {
  auto const* value = value_meant();
  if (meant == "increment") return value == nullptr || game::is(value, json::Type::number);
  if (meant == "append") return field_type().empty() || field_type() == "array";
  if (meant == "delete") return value == nullptr;
  return meant != "setForAllPlayers" || name_.starts_with("set");
}

game::Field const* OperationRepair::written_field() const {
  auto const path = game::string_at(node_, "path").value_or("");
  return evidence_.fields.find(game::stripped(game::with_wildcards(path)));
}

std::string OperationRepair::field_type() const {
  auto const* field = written_field();
  return field == nullptr ? std::string() : field->type;
}

std::string OperationRepair::name_by_word() const {
  auto meant = operation_meant(name_);
  if (suits(meant)) return meant;
  return name_ == "add" && field_type() == "array" ? "append" : "";
}

bool OperationRepair::fits(std::string_view member, JsonNode const& there) {
  auto const is_text = game::is(&there, json::Type::string);
  if (member == "value" || member == "amount") return true;
  if (member == "choices") return game::is(&there, json::Type::array);
  if (member == "probabilities") {
    auto const chances = chances_in(&there).value_or(std::vector<double>());
    return std::abs(std::accumulate(chances.begin(), chances.end(), 0.0) - 1) < 0.01;
  }
  if (member == "map") return game::is(&there, json::Type::object);
  if (member != "path") return is_text;
  auto const path = is_text ? there.string() : std::string();
  return path.starts_with("game.") || path.starts_with("players.");
}

bool OperationRepair::give(std::string_view member, JsonNode const& there, std::string_view other) {
  if (member == "field") {
    auto const field = there.string();
    put(member, field.substr(field.rfind('.') + 1));
  } else {
    put(member, value_of(there));
  }
  auto const keeps = name_ == "transfer" && (other == "value" || other == "amount");
  if (!keeps) draft_.remove(address_, pointer_ + "/" + std::string(other));
  return true;
}

bool OperationRepair::put(std::string_view member, Value const& value) {
  draft_.set(address_, fmt::format("{}/{}", pointer_, member), value);
  return true;
}

} // namespace artifactd::editor
