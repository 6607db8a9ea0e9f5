// The dice of one term on the table: rolled, rerolled, exploded, bounded, kept or dropped, counted.
#pragma once

#include "state/dice/draws.hpp"
#include "state/dice/roll.hpp"

namespace artifactd::dice {

/// The term's value; its dice are added to `dice`, which holds those of the terms before. Error:
/// too_many_dice.
Judged<std::int64_t> roll_term(Term const& term, Draws& draws, std::vector<Die>& dice);

} // namespace artifactd::dice
