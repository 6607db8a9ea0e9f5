// How deep and how large a value is, determined without descending deeper than values may nest.
#pragma once

#include "merge/game/values/value.hpp"

#include <cstddef>

namespace artifactd::game {

/// The maximum nesting of a state, an operation or a path; anything deeper is refused, never descended into.
inline constexpr std::size_t deepest_state = 256;

struct ValueExtent {
  std::size_t depth; ///< 0 for a scalar, 1 for {} and []; deepest_state + 1 if it is too deep
  std::size_t
      /// About the bytes it takes in memory; if too deep, only of the part that is not.
      weight;
};
[[nodiscard]] ValueExtent extent_of(Value const& value);

[[nodiscard]] inline bool is_too_deep(Value const& value) {
  return extent_of(value).depth > deepest_state;
}

} // namespace artifactd::game
