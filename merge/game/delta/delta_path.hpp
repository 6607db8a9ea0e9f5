// Where in a state an operation reads and writes, as the game's run time understands it: "game.round",
// "players.p1.hand[0]". A path is split at every dot, and name[i][j] is a name followed by two segments;
// "[*]" and anything else in brackets that is no number is ignored. Names with a meaning in JavaScript
// ("__proto__", "constructor") are ordinary keys here. No path makes an array longer than `longest_array`, or
// a state deeper than `deepest_state`.
#pragma once

#include "merge/game/values/value.hpp"
#include "state/platform/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

/// The largest size to which an array may grow to hold an index.
inline constexpr std::size_t longest_array = 10'000;

struct DeltaPath {
  std::string text; ///< as written
  std::vector<std::string> segments;
};

/// Every text is a path. Of one that is too deep, only enough segments to show that are kept.
[[nodiscard]] DeltaPath parse_delta_path(std::string_view text);

/// The value at the path; null if there is none. An index has no sign and no leading zeros; a path without
/// segments means the whole state.
[[nodiscard]] Value const* find_at(Value const& state, DeltaPath const& path);
[[nodiscard]] Value* find_at(Value& state, DeltaPath const& path);

/// A copy of the value at the path, undefined if there is none. "length" of an array is the number of its
/// elements.
[[nodiscard]] Value read_at(Value const& state, DeltaPath const& path);

/// Sets the value at the path to `value`. Missing containers are created: an array where the next segment is
/// all digits, otherwise an object; a scalar or null in the way is replaced by one. An array shorter than the
/// index is filled up with null. Undefined removes a member and leaves null in an array. A value written to a
/// name in an array is lost, as it is when such an array is printed as JSON. Returns the number of elements
/// added as fill; Fault::too_large beyond a bound, Fault::invalid for a path without segments or through the
/// length of an array: then the state is unchanged.
Result<std::size_t> assign_at(Value& state, DeltaPath const& path, Value value);

/// Removes the member named by the text after the last dot from the value before it. Brackets in that text
/// have no meaning ("list[0]" is no member of any object, so nothing happens), and an element of an array
/// ("list.0") becomes null. Missing values are no error.
void erase_at(Value& state, DeltaPath const& path);

} // namespace artifactd::game
