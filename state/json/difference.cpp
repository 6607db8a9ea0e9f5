#include "state/json/difference.hpp"

#include <algorithm>

namespace artifactd {

namespace {

using json::Type;

void compare(JsonNode const& before, JsonNode const& after, std::vector<Difference>& found);

void compare_objects(JsonNode const& before, JsonNode const& after, std::vector<Difference>& found) {
  for (auto const& member : before.children()) {
    if (auto const* other = after.find(member.key()))
      compare(member, *other, found);
    else
      found.push_back({member.pointer(), &member, nullptr});
  }
  for (auto const& member : after.children())
    if (before.find(member.key()) == nullptr) found.push_back({member.pointer(), nullptr, &member});
}

void compare_arrays(JsonNode const& before, JsonNode const& after, std::vector<Difference>& found) {
  auto const& olds = before.children();
  auto const& news = after.children();
  auto const both = std::min(olds.size(), news.size());
  for (std::size_t i = 0; i < both; ++i)
    compare(olds[i], news[i], found);
  for (auto const& gone : olds.subspan(both))
    found.push_back({gone.pointer(), &gone, nullptr});
  for (auto const& come : news.subspan(both))
    found.push_back({come.pointer(), nullptr, &come});
}

void compare(JsonNode const& before, JsonNode const& after, std::vector<Difference>& found) {
  if (before.type() == Type::object && after.type() == Type::object)
    compare_objects(before, after, found);
  else if (before.type() == Type::array && after.type() == Type::array)
    compare_arrays(before, after, found);
  else if (!same_value(before, after))
    found.push_back({after.pointer(), &before, &after});
}

} // namespace

std::vector<Difference> differences(JsonNode const& before, JsonNode const& after) {
  std::vector<Difference> found;
  compare(before, after, found);
  return found;
}

} // namespace artifactd
