// The JsonLogic of game preconditions, as the game's run time evaluates it: json-logic-js 2.0.5 with
// allPlayers, anyPlayer, lookup and length. An operation is an object with exactly one member; other objects
// stand for themselves. Coercions are JavaScript's, with its quirks: games depend on them.
//
// lookup, length, allPlayers and anyPlayer evaluate their arguments a second time: an object in the DATA with
// one member is then taken for logic, and mostly fails as `Unrecognized operation <member>`.
//
// An object equals only itself (==, ===, in): the same one found twice in logic or data, not one with equal
// content. Copies, such as the results of filter, map, merge, reduce and lists within the logic, are
// different objects.
#pragma once

#include "merge/game/values/value.hpp"
#include "state/platform/result.hpp"

namespace artifactd::game {

/// The value of the logic over the data; undefined() where JavaScript has that, also within lists.
/// Fault::invalid with the message of json-logic-js if it throws, Fault::too_large for logic nested deeper
/// than 256 operations or of more than a million steps. Pure: `log` writes nothing.
[[nodiscard]] Result<Value> evaluate(Value const& logic, Value const& data);

/// The router's test of a precondition: JavaScript's truth of the result, for which [] is true; false on an
/// error.
[[nodiscard]] bool holds(Value const& logic, Value const& context);

} // namespace artifactd::game
