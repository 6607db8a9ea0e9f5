#include "merge/game/values/value_extent.hpp"

#include <algorithm>

namespace artifactd::game {

namespace {

ValueExtent measured_extent(Value const& value, std::size_t room) {
  ValueExtent extent{0, sizeof(Value)};
  if (value.is_string()) extent.weight += value.get_ref<std::string const&>().size();
  if (!value.is_structured()) return extent;
  extent.depth = 1;
  if (room == 0) return extent;
  auto count = [&](Value const& part) {
    auto const inner = measured_extent(part, room - 1);
    extent.depth = std::max(extent.depth, inner.depth + 1);
    extent.weight += inner.weight;
  };
  if (value.is_array())
    for (auto const& element : value)
      count(element);
  else
    for (auto const& [key, member] : value.items()) {
      count(member);
      extent.weight += sizeof(std::string) + key.size();
    }
  return extent;
}

} // namespace

ValueExtent extent_of(Value const& value) {
  return measured_extent(value, deepest_state);
}

} // namespace artifactd::game
