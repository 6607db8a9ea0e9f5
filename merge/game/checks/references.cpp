#include "merge/game/checks/references.hpp"

#include "merge/game/logic/logic_operators.hpp"

#include <algorithm>
#include <iterator>

namespace artifactd::game {

namespace {

/// Calls `see` for every member of every object in `logic`.
template <class See>
void for_each_member(JsonNode const& logic, See const& see) {
  auto const is_object = is(&logic, json::Type::object);
  if (!is_object && !is(&logic, json::Type::array)) return;
  for (auto const& child : logic.children()) {
    if (is_object) see(child);
    for_each_member(child, see);
  }
}

/// Calls `see` for the only member of every object that is evaluated; an object of several members is plain
/// data.
template <class See>
void for_each_operation(JsonNode const& logic, See const& see) {
  if (is(&logic, json::Type::array)) {
    for (auto const& each : logic.children())
      for_each_operation(each, see);
  } else if (is(&logic, json::Type::object) && logic.children().size() == 1) {
    see(logic.children().front());
    for_each_operation(logic.children().front(), see);
  }
}

bool is_inside_player_test(JsonNode const& node) {
  for (auto const* outer = node.parent(); outer != nullptr; outer = outer->parent())
    if (tests_players(outer->key())) return true;
  return false;
}

/// Whether the member is {"allPlayers": [field, comparator, value]}, whatever the types of these.
bool is_player_test(JsonNode const& member) {
  return tests_players(member.key()) && is(&member, json::Type::array) && member.children().size() == 3;
}

/// The strings that come first in the lists of such members.
template <class Wanted>
std::vector<Reference> first_strings(JsonNode const& logic, Wanted const& wanted) {
  std::vector<Reference> found;
  for_each_member(logic, [&](JsonNode const& member) {
    if (!wanted(member.key()) || !is(&member, json::Type::array) || member.children().empty()) return;
    auto const& name = member.children().front();
    if (is(&name, json::Type::string)) found.push_back({name.string(), &name});
  });
  return found;
}

} // namespace

std::vector<Reference> field_references(JsonNode const& logic) {
  std::vector<Reference> found;
  for_each_member(logic, [&](JsonNode const& member) {
    if (member.key() == "var" && is(&member, json::Type::string)) found.push_back({member.string(), &member});
  });
  return found;
}

std::vector<Reference> references_outside_player_tests(JsonNode const& logic) {
  auto found = field_references(logic);
  std::erase_if(found, [](Reference const& each) { return is_inside_player_test(*each.at); });
  return found;
}

std::vector<Reference> defaulted_references(JsonNode const& logic) {
  return first_strings(logic, [](std::string_view key) { return key == "var"; });
}

std::vector<Reference> player_references(JsonNode const& logic) {
  return first_strings(logic, tests_players);
}

std::vector<Reference> all_references(JsonNode const& logic) {
  auto all = field_references(logic);
  std::ranges::move(defaulted_references(logic), std::back_inserter(all));
  std::ranges::move(player_references(logic), std::back_inserter(all));
  return all;
}

std::vector<Reference> unknown_operations(JsonNode const& logic) {
  std::vector<Reference> found;
  for_each_operation(logic, [&](JsonNode const& member) {
    auto const is_data = member.type() == json::Type::string || member.type() == json::Type::number ||
                         member.type() == json::Type::boolean;
    if (is_data && find_operator(member.key()) == nullptr) found.push_back({member.key(), &member});
    if (!is_player_test(member) || !is(&member.children()[1], json::Type::string)) return;
    auto const compared = member.children()[1].string();
    if (find_operator(compared) == nullptr) found.push_back({compared, &member});
  });
  return found;
}

std::optional<PlayerTest> player_test(JsonNode const& logic) {
  if (!is(&logic, json::Type::object) || logic.children().size() != 1) return std::nullopt;
  auto const& member = logic.children().front();
  if (!is_player_test(member)) return std::nullopt;
  auto const operands = member.children();
  if (!is(&operands[0], json::Type::string) || !is(&operands[1], json::Type::string)) return std::nullopt;
  return PlayerTest{member.key() == "allPlayers", operands[0].string(), operands[1].string(), &operands[2]};
}

} // namespace artifactd::game
