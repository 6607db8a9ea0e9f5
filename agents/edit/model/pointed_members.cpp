#include "agents/edit/model/pointed_members.hpp"

#include "agents/edit/rules/synonyms.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace artifactd::editor {

namespace {

/// What a check is about, wherever its finding points: a path through the phases can be changed at any
/// transition.
struct About {
  std::string_view members;
  std::string_view checks;
};

constexpr std::string_view checks_of_phases =
    "T07 T08 T09 V03 V06 V07 V08 V10 V11 I25 I26 I33 I34 I35 G02 G03 G12";

constexpr auto abouts = std::to_array<About>({
    {"preconditions checkedFields condition",
     "T03 T04 T05 T06 T10 V12 V13 V14 V15 I15 I22 I25 I26 I27 G04 G05 G06 G08 G15"},
    {"fromPhase toPhase", "T07 T08 T09 V05 V08 V10 V11 I23 I24 I30 I33 I34 I35 G03 G12"},
    {"fromPhase", "V06"},
    {"toPhase", "V07"},
    {"phases phaseMetadata", checks_of_phases},
    {"stateDelta", "I02 I03 I04 I05 I06 I07 I08 I09 I10 I11 I12 I13 I14 I15 I16 I22 I25 I26 I27 I28 I29 I31 "
                   "I32 G07 G08 G13 G14 G20"},
    {"validation", "I19"},
    {"id phase", "G09 G10"},
});

/// Members that messages name.
constexpr auto named_members =
    std::to_array<std::string_view>({"fromPhase",      "toPhase",           "condition",
                                     "checkedFields",  "preconditions",     "humanSummary",
                                     "logic",          "deterministic",     "explain",
                                     "transitionName", "actionName",        "playerActions",
                                     "validation",     "mechanicsGuidance", "rngConfig",
                                     "stateDelta",     "messages",          "imageContentSpec",
                                     "phases",         "phaseMetadata",     "requiresPlayerInput"});

bool is_one_of(Finding const& finding, std::string_view checks) {
  auto const id = std::string_view(finding.code).substr(finding.code.rfind('.') + 1);
  auto const ids = words_in(checks);
  return std::ranges::find(ids, id) != ids.end();
}

bool is_part_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool names_member(std::string_view message, std::string_view member) {
  for (auto at = message.find(member); at != message.npos; at = message.find(member, at + 1)) {
    auto const end = at + member.size();
    auto const begins = at == 0 || !is_part_of_word(message[at - 1]);
    if (begins && (end == message.size() || !is_part_of_word(message[end]))) return true;
  }
  return false;
}

} // namespace

bool is_about_phases(Finding const& finding) {
  return is_one_of(finding, checks_of_phases);
}

std::set<std::string, std::less<>> members_pointed_at(Finding const& finding) {
  std::set<std::string, std::less<>> members;
  for (auto const& about : abouts)
    if (is_one_of(finding, about.checks))
      for (auto const member : words_in(about.members))
        members.emplace(member);
  for (auto const member : named_members)
    if (names_member(finding.message, member)) members.emplace(member);
  return members;
}

} // namespace artifactd::editor
