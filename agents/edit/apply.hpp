// Carries out the edits of a plan on a game in memory, and judges whether that helped.
#pragma once

#include "agents/edit/standing.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace artifactd::editor {

/// The game with that one fragment as the change wants it; everything else keeps its bytes. Fault::changed
/// when what stands there is not what the change expects, Fault::missing when the fragment is not there.
Result<game::Game> apply(game::Game const& game, Change const& change);

/// The game with all of them, each made of the game as it is. Fault::changed also when two of them touch the
/// same bytes, other than by adding behind each other: then the one has to be applied before the other is
/// made. Fault::invalid for one without address or edits.
Result<game::Game> apply_at_once(game::Game const& game, std::span<Change const* const> changes);

/// At once where that can be, else one after the other. All of them have edits.
Result<game::Game> apply_in_turn(game::Game const& game, Changes const& changes);

/// The regression guard: fewer errors, and none that was not there before, by what they say
/// (agents/edit/statements).
[[nodiscard]] bool is_better(std::span<std::string const> before, std::span<std::string const> after);

/// Writes the edits of a change that has none. An Error says why there are none; nothing else is undone for
/// it.
using Completion = std::function<Result<Change>(game::Game const&, Change const&)>;

struct Edited {
  Standing standing;
  std::vector<std::size_t> kept = {};   ///< causes whose changes helped
  std::vector<std::string> undone = {}; ///< of the others, why; and changes that were needless
  std::vector<std::size_t> needless =
      {}; ///< changes of kept causes that were left out, by their index in the plan
};

/// Goes through the causes of the plan in order, each with all its changes or none: kept where is_better says
/// so; of what a model planned, without the changes that are needless (agents/edit/needless). What was only
/// reported counts as mended by the first kept cause that addresses it at its place. Without a completion,
/// causes with a change that has no edits are passed over. Of very many causes, those that have nothing to do
/// with each other are carried out together first (agents/edit/bulk).
[[nodiscard]] Edited carry_out(Standing standing, ChangePlan const& plan, Completion const& complete = {});

} // namespace artifactd::editor
