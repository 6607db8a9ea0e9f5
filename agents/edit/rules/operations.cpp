#include "agents/edit/draft.hpp"
#include "agents/edit/rules/operation_repair.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

enum class Fix : std::uint8_t { name, member, probabilities, elements, source, open };

struct OperationPattern {
  char const* pattern; ///< groups: kind, id, index, and the member that is missing
  Fix fix;
};

constexpr auto operation_patterns = std::to_array<OperationPattern>(
    {{R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] missing '(op)' field)", Fix::name},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] has invalid op '([^']*)')", Fix::name},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op '\w+' missing '(\w+)' field)", Fix::member},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op 'rng' missing or invalid '(\w+)' array)",
      Fix::member},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op 'rng' (probabilities) length)",
      Fix::probabilities},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op 'setFromMap' missing or invalid '(map)' field)",
      Fix::member},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op 'setFromDataSource' (paramValues) must be)",
      Fix::member},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] .* references unknown dataSourceId '(.*)'\. Valid)",
      Fix::source},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op '\w+' has array (value) containing template)",
      Fix::elements},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\] op 'setFromMap' has (empty) 'map')", Fix::open},
     {R"((Action|Transition) '(.*)': stateDelta\[(\d+)\]\.(\w+) contains a JS expression)", Fix::open}});

bool draft_fix(Fix fix, std::string const& member, game::Game const& game, OperationRepair& repair) {
  switch (fix) {
  case Fix::name:
    return repair.name();
  case Fix::member:
    return repair.member(member);
  case Fix::probabilities:
    return repair.probabilities();
  case Fix::elements:
    return repair.elements();
  case Fix::source:
    return repair.source(probably_meant(member, game.data_sources().value_or(std::vector<std::string>())));
  case Fix::open:
    return false;
  }
  return false;
}

/// All that is wrong with one operation is one cause.
struct BrokenOperation {
  std::string kind;
  std::string id;
  std::size_t index;
  std::vector<std::pair<Fix, std::string>> fixes;
  std::vector<std::string> errors;
};

Cause cause_of_operation(Evidence const& evidence, BrokenOperation const& broken) {
  Draft draft(evidence.game);
  auto mended = true;
  std::optional<game::FragmentAddress> address;
  for (auto const& owner : owners(evidence.game, broken.kind, broken.id)) {
    if (broken.index >= owner.instruction->operations.size()) continue;
    address = owner.address;
    OperationRepair repair(evidence, draft, owner.address, owner.instruction->operations[broken.index]);
    for (auto const& [fix, member] : broken.fixes)
      mended = draft_fix(fix, member, evidence.game, repair) && mended;
  }
  auto const description = fmt::format("Give operation {} of {} the form it needs", broken.index, broken.id);
  auto changes = mended ? draft.changes(description) : std::vector<Change>();
  if (changes.empty() && address)
    changes.push_back({game::Artifact::instructions, Operation::patch, address, description});
  return {"P8", fmt::format("Operation {} of {} is malformed.", broken.index, broken.id), Confidence::high,
          broken.errors, std::move(changes)};
}

} // namespace

void find_missing_members(Evidence const& evidence, Causes& causes) {
  std::vector<BrokenOperation> broken;
  for (auto const& [pattern, fix] : operation_patterns)
    for (auto const& match : matching(evidence.errors, pattern)) {
      auto const index = std::stoul(match.parts[2].substr(0, 9));
      auto same = [&](BrokenOperation const& each) {
        return each.kind == match.parts[0] && each.id == match.parts[1] && each.index == index;
      };
      auto known = std::ranges::find_if(broken, same);
      if (known == broken.end())
        known = broken.insert(broken.end(), {match.parts[0], match.parts[1], index, {}, {}});
      known->fixes.emplace_back(fix, match.parts[3]);
      known->errors.push_back(match.error);
    }
  for (auto const& each : broken)
    causes.push_back(cause_of_operation(evidence, each));
}

} // namespace artifactd::editor
