// Rolls the dice of one term: rolled, rerolled, exploded, bounded, kept or dropped, counted.
#pragma once

#include "state/dice/draws.hpp"
#include "state/dice/roll.hpp"

namespace artifactd::dice {

/// Returns the term's value and appends its dice to `dice`, which contains those of previous terms. Error:
/// too_many_dice.
Judged<std::int64_t> roll_term(Term const& term, Draws& draws, std::vector<Die>& dice);

} // namespace artifactd::dice
