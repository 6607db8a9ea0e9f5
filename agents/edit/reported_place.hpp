// Locates an error that was only reported: at the transitions, phases, actions and preconditions that its
// message names in quotes.
#pragma once

#include "agents/edit/change_plan.hpp"
#include "merge/game/game.hpp"

#include <functional>
#include <string>

namespace artifactd::editor {

/// Tells whether a change is at the place of that error: at, inside or around something named; for a named
/// phase also at the transitions from and to it, and their instructions. Always true if nothing is named, and
/// for a wish. Both games must outlive the answer: names of either count.
[[nodiscard]] std::function<bool(Change const&)> place_of(std::string const& error, game::Game const& before,
                                                          game::Game const& after);

/// The first transition, phase or instruction that the message names in quotes; for a phase, its declaration.
[[nodiscard]] game::Part named_part(std::string const& error, game::Game const& game);

} // namespace artifactd::editor
