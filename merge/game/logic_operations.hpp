// What each operator does, one function for each. Arguments that are missing are undefined, those too many
// are not looked at, and each is coerced as JavaScript would.
#pragma once

#include "merge/game/logic_evaluation.hpp"

namespace artifactd::game::logic {

// logic_branches: what is not needed is not evaluated.
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
EagerOperator less;          ///< of three arguments: between them
EagerOperator less_or_equal; ///< of three arguments: between them, or at an end

// logic_arithmetic
EagerOperator sum;
EagerOperator product; ///< of one argument: that argument
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
EagerOperator log; ///< its argument; nothing is written

} // namespace artifactd::game::logic
