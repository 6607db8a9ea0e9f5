// How deep and how heavy a value is, found out without following it deeper than values may be.
#pragma once

#include "merge/game/value.hpp"

#include <cstddef>

namespace artifactd::game {

/// The deepest a state, an operation or a path may nest; what is deeper is refused, never followed.
inline constexpr std::size_t deepest_state = 256;

struct ValueExtent {
  std::size_t depth; ///< 0 for a scalar, 1 for {} and []; deepest_state + 1 for whatever is too deep
  std::size_t
      weight; ///< about the bytes it takes in memory; of what is too deep, only of the part that is not
};
[[nodiscard]] ValueExtent extent_of(Value const& value);

[[nodiscard]] inline bool is_too_deep(Value const& value) {
  return extent_of(value).depth > deepest_state;
}

} // namespace artifactd::game
