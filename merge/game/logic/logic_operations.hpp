// One function for each operator. Missing arguments are undefined, extra ones are ignored, and each is
// coerced as in JavaScript.
#pragma once

#include "merge/game/logic/logic_evaluation.hpp"

namespace artifactd::game::logic {

// logic_branches: evaluates only what is needed.
LazyOperator choose; ///< if, ?:
LazyOperator all_of; ///< and
LazyOperator any_of; ///< or
EagerOperator is_true;
EagerOperator is_false;

// logic_relations
EagerOperator equal;
EagerOperator identical;
EagerOperator unequal;
EagerOperator not_identical;
EagerOperator greater;
EagerOperator greater_or_equal;
EagerOperator less;          ///< three arguments: between them
EagerOperator less_or_equal; ///< three arguments: between them, or at an end

// logic_arithmetic
EagerOperator sum;
EagerOperator product; ///< one argument: that argument
EagerOperator difference;
EagerOperator quotient; ///< by zero: an infinity, or NaN
EagerOperator remainder;
EagerOperator least;
EagerOperator greatest;

// logic_texts
EagerOperator concatenation;
EagerOperator substring;
EagerOperator contained; ///< in

// logic_collections: the second argument is evaluated with each element as the data.
LazyOperator filter;
LazyOperator map;
LazyOperator reduce;
LazyOperator every;
LazyOperator none;
LazyOperator some;
EagerOperator merge;

// logic_data
EagerOperator var;
EagerOperator missing;
EagerOperator missing_some;
EagerOperator lookup; ///< evaluates its arguments again, as the next three do
EagerOperator length;
EagerOperator all_players;
EagerOperator any_player;
EagerOperator log; ///< returns its argument; nothing is written

} // namespace artifactd::game::logic
