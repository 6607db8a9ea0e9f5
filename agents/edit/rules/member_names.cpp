#include "agents/edit/rules/member_names.hpp"

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

constexpr auto usual_names =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"fromPhase", "from"},
                                                                  {"fromPhase", "source"},
                                                                  {"toPhase", "to"},
                                                                  {"toPhase", "target"},
                                                                  {"toPhase", "next"},
                                                                  {"preconditions", "conditions"},
                                                                  {"preconditions", "guards"},
                                                                  {"logic", "condition"},
                                                                  {"logic", "rule"},
                                                                  {"logic", "when"},
                                                                  {"logic", "expression"},
                                                                  {"logic", "jsonLogic"},
                                                                  {"explain", "explanation"},
                                                                  {"explain", "description"},
                                                                  {"explain", "reason"},
                                                                  {"deterministic", "isDeterministic"},
                                                                  {"phase", "name"},
                                                                  {"requiresPlayerInput", "requiresInput"},
                                                                  {"requiresPlayerInput", "playerInput"},
                                                                  {"phaseMetadata", "metadata"},
                                                                  {"transitionName", "name"},
                                                                  {"transitionName", "title"},
                                                                  {"actionName", "name"},
                                                                  {"actionName", "title"},
                                                                  {"stateDelta", "delta"},
                                                                  {"stateDelta", "operations"},
                                                                  {"stateDelta", "changes"},
                                                                  {"playerActions", "actions"},
                                                                  {"errorMessage", "message"},
                                                                  {"errorMessage", "error"}});

bool means(std::string_view name, std::string_view wanted) {
  auto is_it = [&](auto const& each) { return each.first == wanted && is_spelt_alike(each.second, name); };
  return is_spelt_alike(name, wanted) || std::ranges::any_of(usual_names, is_it) ||
         !nearest(name, std::array{std::string(wanted)}).empty();
}

} // namespace

std::string misnamed_member(JsonNode const& object, std::string_view wanted) {
  std::string only;
  for (auto const& member : object.children()) {
    auto const& name = member.key();
    if (std::ranges::find(known_members, name) != known_members.end() || !means(name, wanted)) continue;
    if (!only.empty()) return {};
    only = name;
  }
  return only;
}

} // namespace artifactd::editor
