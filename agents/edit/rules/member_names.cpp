#include "agents/edit/rules/member_names.hpp"

#include "agents/edit/rules/synonyms.hpp"
#include "agents/edit/rules/words.hpp"
#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <array>

namespace artifactd::editor {

namespace {

/// Members with one of these names are not misspelt. `name`, `condition` and the like are, where they are
/// unknown.
constexpr auto known_members = std::to_array<std::string_view>(
    {"id",           "phases",        "phaseMetadata",  "transitions",  "phase",
     "fromPhase",    "toPhase",       "checkedFields",  "logic",        "preconditions",
     "explain",      "deterministic", "transitionName", "stateDelta",   "requiresPlayerInput",
     "actionName",   "validation",    "messages",       "humanSummary", "mechanicsGuidance",
     "errorMessage", "rngConfig",     "playerActions",  "playerPhases", "imageContentSpec"});

constexpr auto usual_names = std::to_array<Synonyms>({{"fromPhase", "from source"},
                                                      {"toPhase", "to target next"},
                                                      {"preconditions", "conditions guards"},
                                                      {"logic", "condition rule when expression jsonLogic"},
                                                      {"explain", "explanation description reason"},
                                                      {"deterministic", "isDeterministic"},
                                                      {"phase", "name"},
                                                      {"requiresPlayerInput", "requiresInput playerInput"},
                                                      {"phaseMetadata", "metadata"},
                                                      {"transitionName", "name title"},
                                                      {"actionName", "name title"},
                                                      {"stateDelta", "delta operations changes"},
                                                      {"playerActions", "actions"},
                                                      {"errorMessage", "message error"}});

bool is_usual_for(std::string_view wanted, std::string_view name) {
  auto const* known = std::ranges::find(usual_names, wanted, &Synonyms::word);
  return known != usual_names.end() &&
         std::ranges::any_of(words_in(known->others),
                             [&](std::string_view other) { return is_spelt_alike(other, name); });
}

bool means(std::string_view name, std::string_view wanted) {
  return is_spelt_alike(name, wanted) || is_usual_for(wanted, name) ||
         !nearest(name, std::array{std::string(wanted)}).empty();
}

} // namespace

std::string misnamed_member(JsonNode const& object, std::string_view wanted) {
  return only_name(object.children(), &JsonNode::key, [&](JsonNode const& member) {
    return std::ranges::find(known_members, member.key()) == known_members.end() &&
           means(member.key(), wanted);
  });
}

} // namespace artifactd::editor
