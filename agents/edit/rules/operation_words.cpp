#include "agents/edit/rules/operation_words.hpp"

#include "agents/edit/rules/synonyms.hpp"
#include "agents/edit/rules/words.hpp"
#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <array>

namespace artifactd::editor {

namespace {

/// Other names of the operations that people and models use.
constexpr auto other_operations =
    std::to_array<Synonyms>({{"increment", "add inc plus"},
                             {"append", "push insert"},
                             {"delete", "remove unset del"},
                             {"set", "assign update replace put"},
                             {"transfer", "move"},
                             {"rng", "random roll choose"},
                             {"setForAllPlayers", "setAll setAllPlayers setForAll setForEachPlayer"},
                             {"setFromMap", "map lookup"}});

/// Increments by the negated value, which may not be a number.
constexpr auto taking_away =
    std::to_array<std::string_view>({"decrement", "dec", "decrease", "subtract", "sub", "minus"});

/// Members written in place of another one.
constexpr auto other_members = std::to_array<Synonyms>({{"value", "amount by newValue val item to delta"},
                                                        {"path", "target field key toPath"},
                                                        {"field", "path"},
                                                        {"amount", "value"},
                                                        {"fromPath", "from source"},
                                                        {"toPath", "to target"},
                                                        {"choices", "options values"},
                                                        {"probabilities", "weights"},
                                                        {"keyPath", "key from"},
                                                        {"map", "mapping values"},
                                                        {"dataSourceId", "dataSource source"}});

bool is_known_member(std::string_view name) {
  auto has = [&](auto const& members) {
    return std::ranges::any_of(members, [&](game::DeltaMember const& each) { return each.name == name; });
  };
  return name == "op" || name == "fallback" ||
         std::ranges::any_of(game::delta_operations(), [&](game::DeltaOperation const& each) {
           return has(each.artifact_members) || has(each.runtime_members);
         });
}

} // namespace

std::string operation_meant(std::string const& word) {
  for (auto const& [meant, others] : other_operations)
    for (auto const other : words_in(others))
      if (is_spelt_alike(other, word)) return std::string(meant);
  std::vector<std::string> known;
  for (auto const& each : game::delta_operations())
    known.emplace_back(each.name);
  return probably_meant(word, known);
}

bool takes_away(std::string_view word) {
  return std::ranges::find(taking_away, word) != taking_away.end();
}

std::string member_naming_operation(JsonNode const& operation) {
  return only_name(operation.children(), &JsonNode::key, [](JsonNode const& member) {
    auto const is_word = game::is(&member, json::Type::string) && !is_known_member(member.key());
    return is_word && game::delta_operation(member.string()) != nullptr;
  });
}

std::vector<std::string> members_meaning(JsonNode const& operation, std::string_view wanted) {
  std::vector<std::string> names;
  auto add_where = [&](auto const& is_meant) {
    for (auto const& member : operation.children())
      if (auto name = member.key(); name != wanted && is_meant(name)) names.push_back(std::move(name));
  };
  add_where([&](std::string const& name) { return is_spelt_alike(name, wanted); });
  if (auto const* known = std::ranges::find(other_members, wanted, &Synonyms::word);
      known != other_members.end())
    for (auto const other : words_in(known->others))
      if (operation.find(other) != nullptr) names.emplace_back(other);
  add_where([&](std::string const& name) {
    return !is_known_member(name) && !is_spelt_alike(name, wanted) &&
           !nearest(name, std::array{std::string(wanted)}).empty();
  });
  return names;
}

} // namespace artifactd::editor
