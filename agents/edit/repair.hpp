// A whole edit of one game in memory: plan, apply, validate, and again with the errors that remain and what
// did not help (seed: artifact-editor, sections 9 and 10). No attempt leaves more errors than it found. The
// result must not be kept unless every error is gone.
#pragma once

#include "agents/edit/apply.hpp"
#include "agents/edit/coordinator.hpp"
#include "agents/edit/judgement.hpp"
#include "state/text/unified_diff.hpp"

#include <algorithm>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd::editor {

inline constexpr unsigned most_attempts = 2; ///< plans, each for the errors that the previous one left

struct RepairAttempt {
  ChangePlan plan;
  std::vector<std::size_t> kept;   ///< causes whose changes helped
  std::vector<std::string> undone; ///< changes that did not help, and why
  std::size_t errors_left = 0;
  /// indexes in the plan of changes of kept causes that were left out
  std::vector<std::size_t> needless = {};
};

struct Repair {
  std::vector<std::string> errors; ///< of the original game, then the reported ones
  std::vector<RepairAttempt> attempts;
  std::vector<std::string> remaining; ///< the errors left; empty: it succeeded
  /// errors that were only reported, and that a kept change addresses
  std::vector<std::string> unproven = {};
  /// The new files, in order of names: on success all that differ, else the best attempt.
  std::vector<game::GameFile> changed;
  bool playable = false;          ///< the game was played after the last change, and nothing was found
  bool lost_instructions = false; ///< the instructions had errors, and now there are none
  std::optional<Error> trouble;   ///< why there was no further plan
  std::vector<Judgement> judgements = {}; ///< that the repair rests on, if a replay cannot judge for itself
  [[nodiscard]] bool succeeded() const noexcept { return remaining.empty(); }
};

/// A unified diff of all files that changed. `before`: their former names and bytes.
template <class Files>
[[nodiscard]] std::string diff_of(Repair const& repair, Files const& before) {
  std::string diff;
  for (auto const& file : repair.changed) {
    auto const old = std::ranges::find_if(before, [&](auto const& each) { return each.name == file.name; });
    std::string_view const was = old == before.end() ? std::string_view() : old->bytes;
    std::string_view const is = file.bytes;
    diff += make_diff(file.name, old == before.end() ? nullptr : &was, &is);
  }
  return diff;
}

/// With the diff, or with that from the files as they were.
[[nodiscard]] nlohmann::ordered_json to_json(Repair const& repair, std::string const& diff);
[[nodiscard]] nlohmann::ordered_json to_json(Repair const& repair, std::vector<game::GameFile> const& before);

/// The elements of `reported` that are not in `found`.
[[nodiscard]] std::vector<std::string> without(std::vector<std::string> reported,
                                               std::vector<std::string> const& found);

/// The game with the errors that the checks find, or with those that playing finds (played()). `reported`:
/// errors reported from outside; those that a check also finds, perhaps in more words, are dropped.
[[nodiscard]] Standing standing_of(game::Game game, std::vector<std::string> reported,
                                   play::Simulation simulation);

/// Plans, carries out and judges, at most `attempts` times, until no error is left or there is no plan.
/// Without `complete`, causes that only a model could write are skipped, and so is another attempt after one
/// that kept nothing. Writes nothing.
[[nodiscard]] Repair repair(Standing broken, Coordinator const& coordinator, Completion const& complete = {},
                            unsigned attempts = most_attempts);

/// By rules alone, from the errors that the checks find.
[[nodiscard]] Repair repair_by_rules(game::Game const& game);

} // namespace artifactd::editor
