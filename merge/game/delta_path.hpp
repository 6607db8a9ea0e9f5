// Where in a state an operation reads and writes, as the game's run time understands it: "game.round",
// "players.p1.hand[0]". A path is split at every dot, and name[i][j] is a name with two segments behind it;
// "[*]" and whatever else in brackets is no number counts for nothing. Names that mean something to
// JavaScript ("__proto__", "constructor") are keys like all others here. Nothing a path says makes an array
// longer than `longest_array`, or a state deeper than `deepest_state`.
#pragma once

#include "merge/game/value.hpp"
#include "state/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

/// The elements an array may have to become long enough for an index.
inline constexpr std::size_t longest_array = 10'000;

struct DeltaPath {
  std::string text; ///< as written
  std::vector<std::string> segments;
};

/// Every text is a path. Of one that is too deep only as many segments are kept as show that it is.
[[nodiscard]] DeltaPath parse_delta_path(std::string_view text);

/// What stands there; null when nothing does. An index has no sign and no zeros in front; a path without
/// segments means the whole state.
[[nodiscard]] Value const* find_at(Value const& state, DeltaPath const& path);
[[nodiscard]] Value* find_at(Value& state, DeltaPath const& path);

/// A copy of what stands there, undefined when nothing does. "length" of an array is the number of its
/// elements.
[[nodiscard]] Value read_at(Value const& state, DeltaPath const& path);

/// Puts `value` there. What is missing on the way is made: an array where the next segment is all digits,
/// otherwise an object; a scalar or null in the way is replaced by it. An array shorter than the index is
/// filled up with null. Undefined takes the member away and leaves null in an array. Written to a name in an
/// array the value is lost, as it is for whoever prints such an array as JSON. Gives the number of elements
/// filled up with; Fault::too_large beyond a bound, Fault::invalid for a path without segments or through the
/// length of an array: the state is as before then.
Result<std::size_t> assign_at(Value& state, DeltaPath const& path, Value value);

/// Takes the text behind the last dot from what stands before it. Brackets in it mean nothing ("list[0]" is
/// no member of any object, so nothing happens), and an element of an array ("list.0") becomes null. What is
/// missing is fine.
void erase_at(Value& state, DeltaPath const& path);

} // namespace artifactd::game
