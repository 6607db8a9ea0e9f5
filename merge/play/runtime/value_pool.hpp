// Stores each value once and identifies it by a number: equal values have equal numbers, so states are
// compared, hashed and copied as rows of numbers.
#pragma once

#include "merge/game/values/value.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_set>
#include <vector>

namespace artifactd::play {

using game::Value;

using ValueId = std::uint32_t;
/// No value: undefined.
inline constexpr ValueId absent = 0;

/// Ids count from 0 in order of first appearance, so that equal work gives equal ids. 1 and 1.0 are one
/// value; objects with a different member order are two.
class ValuePool {
public:
  ValuePool();
  ValuePool(ValuePool const&) = delete;
  ValuePool& operator=(ValuePool const&) = delete;

  /// NaN has the id of null, which it is in JSON.
  ValueId id_of(Value value);
  [[nodiscard]] Value const& operator[](ValueId id) const noexcept { return values_[id]; }
  /// As in JavaScript.
  [[nodiscard]] bool truthy(ValueId id) const noexcept { return truthy_[id]; }

private:
  struct Hash {
    using is_transparent = void; // NOLINT(readability-identifier-naming): the standard library looks for it
    ValuePool const* pool;
    std::size_t operator()(ValueId id) const { return (*this)((*pool)[id]); }
    std::size_t operator()(Value const& value) const;
  };
  struct Equal {
    using is_transparent = void; // NOLINT(readability-identifier-naming): the standard library looks for it
    ValuePool const* pool;
    bool operator()(ValueId a, ValueId b) const { return a == b; }
    bool operator()(Value const& a, ValueId b) const { return a == (*pool)[b]; }
    bool operator()(ValueId a, Value const& b) const { return (*pool)[a] == b; }
  };

  std::deque<Value> values_; ///< a deque: its elements never move
  std::vector<bool> truthy_;
  std::unordered_set<ValueId, Hash, Equal> ids_;
};

} // namespace artifactd::play
