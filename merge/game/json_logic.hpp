// The JsonLogic of game preconditions, as the game's run time evaluates it: json-logic-js 2.0.5 with
// allPlayers, anyPlayer, lookup and length. An operation is an object with exactly one member; other objects
// are themselves. What it coerces, it coerces as JavaScript does, with its quirks: games depend on them.
//
// lookup, length, allPlayers and anyPlayer evaluate values they were given once more: an object of the DATA
// that has one member is taken for logic there, and mostly fails as `Unrecognized operation <member>`.
//
// An object equals itself alone (==, ===, in): the same one met twice in logic or data, not an equal one.
// Copies, such as what filter, map, merge, reduce and lists within the logic give, are others.
#pragma once

#include "merge/game/value.hpp"
#include "state/result.hpp"

namespace artifactd::game {

/// What the logic is worth over the data; undefined() where JavaScript has that, also within lists.
/// Fault::invalid with the words of json-logic-js where it throws, Fault::too_large for logic nested deeper
/// than 256 operations or of more than a million steps. Pure: `log` writes nothing.
[[nodiscard]] Result<Value> evaluate(Value const& logic, Value const& data);

/// The router's test of a precondition: JavaScript's truth of the result, for which [] is true; an error is
/// not met.
[[nodiscard]] bool holds(Value const& logic, Value const& context);

} // namespace artifactd::game
