// Carries out a plan's edits on a game in memory, and judges whether they helped.
#pragma once

#include "agents/edit/standing.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

/// The game with that one fragment changed; everything else keeps its bytes. Fault::changed if the current
/// content is not what the change expects, Fault::missing if the fragment does not exist.
Result<game::Game> apply(game::Game const& game, Change const& change);

/// The game with all changes, each computed from the original game. Fault::changed also if two of them touch
/// the same bytes, except for appending at the same place: then one has to be applied before the other is
/// computed. Fault::invalid for a change without address or edits.
Result<game::Game> apply_at_once(game::Game const& game, std::span<Change const* const> changes);

/// All at once if possible, else one after the other. Every change must have edits.
Result<game::Game> apply_in_turn(game::Game const& game, Changes const& changes);

/// The regression guard: fewer errors and no new ones, compared by statement (agents/edit/statements).
[[nodiscard]] bool is_better(std::span<std::string const> before, std::span<std::string const> after);

/// Adds the edits to a change that came without any. An Error says why it could not; other causes are kept
/// all the same.
using Completion = std::function<Result<Change>(game::Game const&, Change const&)>;

struct Edited {
  Standing standing;
  std::vector<std::size_t> kept = {}; ///< causes whose changes helped
  /// why the other causes were undone; and the changes that were needless
  std::vector<std::string> undone = {};
  /// indexes in the plan of changes of kept causes that were left out
  std::vector<std::size_t> needless = {};
};

/// Goes through the causes of the plan in order, each with all its changes or none, and keeps a cause if
/// is_better() says so; a model's causes without their needless changes (agents/edit/needless). An error that
/// was only reported counts as repaired by the first kept cause that addresses it at its place. Without a
/// completion, causes with a change that has no edits are skipped. If there are very many causes, independent
/// ones are first carried out together (agents/edit/bulk). What playing finds counts once no other error
/// hides it.
[[nodiscard]] Edited carry_out(Standing standing, ChangePlan const& plan, Completion const& complete = {});

} // namespace artifactd::editor
