#include "agents/edit/draft.hpp"
#include "agents/edit/rules/operation_repair.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/shape_faults.hpp"
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

/// All faults of one operation form one cause.
struct BrokenOperation {
  std::string kind;
  std::string id;
  std::size_t index;
  std::vector<std::pair<Fix, std::string>> fixes;
  std::vector<std::string> errors;
};

Cause cause_of_operation(Evidence const& evidence, BrokenOperation const& broken) {
  Draft draft(evidence.game);
  auto repaired = true;
  std::optional<game::FragmentAddress> address;
  for (auto const& owner : owners(evidence.game, broken.kind, broken.id)) {
    if (broken.index >= owner.instruction->operations.size()) continue;
    address = owner.address;
    OperationRepair repair(evidence, draft, owner.address, owner.instruction->operations[broken.index]);
    for (auto const& [fix, member] : broken.fixes)
      repaired = draft_fix(fix, member, evidence.game, repair) && repaired;
  }
  auto const description = fmt::format("Give operation {} of {} the form it needs", broken.index, broken.id);
  auto changes = repaired ? draft.changes(description) : std::vector<Change>();
  if (changes.empty() && address) changes.push_back(open_change(*address, description));
  return {"P8", fmt::format("Operation {} of {} is malformed.", broken.index, broken.id), Confidence::high,
          broken.errors, std::move(changes)};
}

void add_fix(std::vector<BrokenOperation>& all, BrokenOperation one) {
  auto same = [&](BrokenOperation const& each) {
    return each.kind == one.kind && each.id == one.id && each.index == one.index;
  };
  auto known = std::ranges::find_if(all, same);
  if (known == all.end()) return all.push_back(std::move(one));
  if (std::ranges::find(known->fixes, one.fixes.front()) != known->fixes.end()) return;
  known->fixes.push_back(std::move(one.fixes.front()));
  known->errors.push_back(std::move(one.errors.front()));
}

/// The id of the instruction that a fault's path leads into.
std::string owner_of(game::Game const& game, std::vector<std::string> const& path) {
  if (path[0] == "transitions") return game.transition_instruction(path[1])->instruction.id;
  return game.player_phase(path[1])->actions[std::stoul(path[3])].id;
}

/// Probabilities that are not numbers are reported only by the shape check.
void add_chances_as_text(Evidence const& evidence, std::vector<BrokenOperation>& broken) {
  auto const told = matching(evidence.errors, "^Execution output is not valid InstructionsArtifact: ");
  if (told.empty()) return;
  for (auto const& fault : faults_of_instructions(evidence.game)) {
    auto const& path = fault.issue.path;
    auto const size = path.size();
    if (size < 6 || path[size - 2] != "probabilities") continue;
    add_fix(broken, {path[0] == "transitions" ? "Transition" : "Action",
                     owner_of(evidence.game, path),
                     std::stoul(path[size - 3]),
                     {{Fix::probabilities, "probabilities"}},
                     {told.front().error}});
  }
}

} // namespace

void find_missing_members(Evidence const& evidence, Causes& causes) {
  std::vector<BrokenOperation> broken;
  for (auto const& [pattern, fix] : operation_patterns)
    for (auto const& match : matching(evidence.errors, pattern))
      add_fix(broken, {match.parts[0],
                       match.parts[1],
                       std::stoul(match.parts[2].substr(0, 9)),
                       {{fix, match.parts[3]}},
                       {match.error}});
  add_chances_as_text(evidence, broken);
  for (auto const& each : broken)
    causes.push_back(cause_of_operation(evidence, each));
}

} // namespace artifactd::editor
