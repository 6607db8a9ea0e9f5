// A whole edit of one game in memory: plan, apply, validate, and once more with what remains (seed:
// artifact-editor, sections 9 and 10). Nothing is to be kept unless every error is gone.
#pragma once

#include "agents/edit/apply.hpp"
#include "agents/edit/coordinator.hpp"
#include "agents/edit/judgement.hpp"

#include <string>
#include <vector>

namespace artifactd::editor {

inline constexpr unsigned most_attempts = 2; ///< plans, each after the errors the one before left

struct RepairAttempt {
  ChangePlan plan;
  std::vector<std::size_t> kept;   ///< causes
  std::vector<std::string> undone; ///< changes that did not help, and why
  std::size_t errors_left = 0;
  std::vector<std::size_t> needless =
      {}; ///< changes of kept causes that were left out, by their index in the plan
};

struct Repair {
  std::vector<std::string> errors; ///< of the game as it was, and those that were reported
  std::vector<RepairAttempt> attempts;
  std::vector<std::string> remaining;     ///< errors that are left; empty: it succeeded
  std::vector<std::string> unproven = {}; ///< errors that were only reported, and a change was kept for
  /// The files as they shall be, in order of names: of a success all that differ, else the best that could be
  /// done.
  std::vector<game::GameFile> changed;
  bool lost_instructions = false;         ///< they were what was to be mended, and there are none
  std::optional<Error> trouble;           ///< why no further plan was to be had
  std::vector<Judgement> judgements = {}; ///< that it rests on, where a replay cannot judge for itself
  [[nodiscard]] bool succeeded() const noexcept { return remaining.empty(); }
};

/// Those of `reported` that are not in `found`.
[[nodiscard]] std::vector<std::string> without(std::vector<std::string> reported,
                                               std::vector<std::string> const& found);

/// The game as the checks find it, and, where they find nothing and faults that are certain count, as playing
/// does. `reported`: what somebody tells to be wrong; of that what no check finds by itself counts.
[[nodiscard]] Standing standing_of(game::Game game, std::vector<std::string> reported,
                                   play::Simulation simulation);

[[nodiscard]] Repair repair(Standing broken, Coordinator& coordinator, Completion const& complete = {},
                            unsigned attempts = most_attempts);

/// By the rules alone, what the checks find.
[[nodiscard]] Repair repair_by_rules(game::Game const& game);

} // namespace artifactd::editor
