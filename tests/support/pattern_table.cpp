#include "tests/support/pattern_table.hpp"

#include "agents/edit/edit_run.hpp"
#include "tests/support/game_corpus.hpp"
#include "tests/support/game_parts.hpp"
#include "tests/support/game_session.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <re2/re2.h>
#include <set>

namespace artifactd::test {

namespace {

using editor::EditEnd;
using game::Game;

struct Pattern {
  char const* id;
  char const* says;
  char const* errors; ///< RE2: the messages that belong to it
};

constexpr auto all_patterns = std::to_array<Pattern>({
    {"P1", "an action does not set actionRequired", R"('players\.\{\{playerId\}\}\.actionRequired')"},
    {"P2", "logic is null, or called non-deterministic", "logic cannot be null|non-deterministic precond"},
    {"P3", "nothing ends the game, or nobody wins", R"(gameEnded|sets players\.\*\.isGameWinner)"},
    {"P4", "a phase does not exist, or cannot be reached or left",
     R"(unreachable|unknown (from|to)Phase|missing fromPhase|[Nn]o paths? |no outbound|No transition from)"},
    {"P5", "nothing can happen after init", "immediate deadlock|^After init|^Init transition has no toPhase"},
    {"P6", "a field is not in the schema", "(unknown|unscoped) field|players have no field"},
    {"P7", "a player is named by number or id", "indexed? a|explicit player ID|is null whatever"},
    {"P8", "an operation lacks a member, or has a wrong one",
     R"(stateDelta\[\d+\](\.\w+)? (missing|has|op|contains)|probabilities|not valid InstructionsArtifact)"},
    {"P9", "a segment is half a template", "mixes literal text with template"},
    {"P10", "a marker names no narrative", "^Narrative marker"},
    {"R1", "must include … actionRequired", R"('players\.\{\{playerId\}\}\.actionRequired')"},
    {"R2", "No transition sets game.gameEnded", R"(^No transition sets game\.gameEnded=true)"},
    {"R3", "No transition sets players.*.isGameWinner", R"(^No transition sets players\.\*\.isGameWinner)"},
    {"R4", "logic cannot be null", "logic cannot be null"},
    {"R5", "non-deterministic preconditions", "non-deterministic preconditions are not allowed"},
    {"R6", "forbidden array index access", "forbidden array index access"},
    {"R7", "explicit player ID reference", "explicit player ID reference"},
    {"R8", "Phase 'X' is unreachable from init", "^Phase '.*' is unreachable from"},
    {"R9", "Terminal phase … unreachable", "^Terminal phase 'finished' is unreachable"},
    {"R10", "creates immediate deadlock", "^Init transition creates immediate deadlock"},
    {"R11", "references unknown field", "references unknown field"},
    {"R12", "mixes literal text with template variables", "mixes literal text with template variables"},
    {"R13", "probabilities length must match", "probabilities length"},
    {"R14", "Narrative marker … not found", "^Narrative marker '.*' referenced but not found"},
    {"R15", "has no outbound transitions", "has no outbound transitions"},
    {"R16", "a whole artifact is gone, or broken throughout",
     "^Failed to parse|^Missing or invalid .* array|^(Execution output is missing|No instructions "
     "in|Artifact has)|"
     R"rx(^Schema validation failed: \{"_errors":\[\],"(phases|phaseMetadata|transitions)":\{"_errors":\[[^\]])rx"},
});

/// One game of the corpus and its outcome in a session.
struct Case {
  GameMutation mutation;
  bool told = false;
  bool repaired = false; ///< revalidated on the disk
  bool left = false;
  bool planned = false;
  std::size_t off_target = 0;
};

bool meet(std::string const& one, std::string const& other) {
  return is_within(one, other) || is_within(other, one);
}

/// The address that a change targets; without one, the whole artifact.
std::string address_of(editor::Change const& change) {
  return change.address ? change.address->text() : std::string(game::artifact_word(change.artifact));
}

/// Fragments of the changes that were kept.
std::vector<std::string> kept_addresses(editor::Repair const& repair) {
  std::vector<std::string> addresses;
  for (auto const& attempt : repair.attempts)
    for (auto const& change : attempt.plan.changes)
      if (change.address && std::ranges::find(attempt.kept, change.cause) != attempt.kept.end())
        addresses.push_back(change.address->text());
  return addresses;
}

/// Whether some change targets a fragment whose repair the corpus knows.
bool plans_repair(editor::Repair const& repair, GameMutation const& mutation) {
  return std::ranges::any_of(repair.attempts, [&](editor::RepairAttempt const& attempt) {
    return std::ranges::any_of(attempt.plan.changes, [&](editor::Change const& change) {
      return std::ranges::any_of(mutation.repaired,
                                 [&](std::string const& each) { return meet(each, address_of(change)); });
    });
  });
}

std::size_t off_target(GameMutation const& mutation, editor::Repair const& repair) {
  Game const broken(broken_files(mutation));
  auto const kept = kept_addresses(repair);
  auto const differing = differing_parts(game_parts(broken), game_parts(broken.with(repair.changed)));
  return static_cast<std::size_t>(std::ranges::count_if(differing, [&](std::string const& part) {
    return std::ranges::none_of(kept, [&](std::string const& each) { return is_within(part, each); });
  }));
}

Case tried(GameMutation mutation) {
  GameSession dir;
  dir.only_check();
  dir.put(broken_files(mutation));
  auto const outcome = must(editor::edit_artifacts(dir.session(), {.agent = name("game")}, dir.kg, {},
                                                   editor::Publishing::yes, editor::Retrying::no));
  auto const& repair = outcome.repair;
  Case result;
  result.told = repair.errors == mutation.errors;
  result.repaired = outcome.end == EditEnd::published && dir.errors().empty();
  result.left = outcome.end == EditEnd::unrepaired && dir.changed().empty();
  result.planned = result.left && plans_repair(repair, mutation);
  result.off_target = off_target(mutation, repair);
  result.mutation = std::move(mutation);
  return result;
}

PatternCounts counted(std::string id, std::string says, std::vector<Case const*> const& cases) {
  PatternCounts counts{.id = std::move(id), .says = std::move(says), .cases = cases.size()};
  std::set<std::string> games;
  for (auto const* each : cases) {
    games.insert(each->mutation.game);
    counts.mechanical += each->mutation.mechanical;
    counts.repaired += each->repaired && each->mutation.mechanical;
    counts.beyond += each->repaired && !each->mutation.mechanical;
    counts.left += each->left;
    counts.planned += each->planned;
    counts.off_target += each->off_target;
    counts.untold += !each->told;
  }
  counts.games = games.size();
  return counts;
}

} // namespace

std::vector<PatternCounts> measured_patterns() {
  std::vector<Case> cases;
  for (auto& mutation : game_mutations())
    cases.push_back(tried(std::move(mutation)));
  std::vector<PatternCounts> patterns;
  for (auto const& pattern : all_patterns) {
    RE2 const errors(pattern.errors);
    std::vector<Case const*> own;
    for (auto const& each : cases)
      if (std::ranges::any_of(each.mutation.errors,
                              [&](std::string const& error) { return RE2::PartialMatch(error, errors); }))
        own.push_back(&each);
    patterns.push_back(counted(pattern.id, pattern.says, own));
  }
  std::vector<Case const*> all;
  for (auto const& each : cases)
    all.push_back(&each);
  patterns.push_back(counted("all", "each game once", all));
  return patterns;
}

std::string pattern_table(std::vector<PatternCounts> const& patterns) {
  std::string table =
      "| | errors | cases (games) | mechanical | repaired | beyond | left | planned | off target |\n"
      "|---|---|--:|--:|--:|--:|--:|--:|--:|\n";
  for (auto const& each : patterns)
    table += fmt::format("| {} | {} | {} ({}) | {} | {} | {} | {} | {} | {} |\n", each.id, each.says,
                         each.cases, each.games, each.mechanical, each.repaired, each.beyond, each.left,
                         each.planned, each.off_target);
  return table;
}

} // namespace artifactd::test
