#include "merge/raw_merge.hpp"

#include "state/json/walk.hpp"

#include <unordered_map>
#include <vector>

namespace artifactd {

namespace {

struct Group {
  std::string_view key; ///< quoted, as first written
  std::vector<std::string_view> values;
};

std::vector<Group> group_by_key(std::span<std::string_view const> objects) {
  std::vector<Group> groups;
  std::unordered_map<std::string, std::size_t> index;
  for (auto object : objects) {
    for (auto const& member : json::members(object)) {
      auto key = member.key.of(object);
      auto [known, fresh] = index.try_emplace(json::decode(key), groups.size());
      if (fresh) groups.push_back({key, {}});
      groups[known->second].values.push_back(member.value.of(object));
    }
  }
  return groups;
}

/// What counts of the values under one key: everything after the last one that is not an object, or that one
/// itself.
std::span<std::string_view const> effective(std::span<std::string_view const> values) {
  for (auto i = values.size(); i-- > 0;)
    if (json::type_of(values[i]) != json::Type::object)
      return values.subspan(i + 1 < values.size() ? i + 1 : i);
  return values;
}

void append_merged(std::string& out, std::span<std::string_view const> values) {
  values = effective(values);
  if (values.size() == 1) {
    out += values.front();
    return;
  }
  out += '{';
  char const* separator = "";
  for (auto const& group : group_by_key(values)) {
    out += separator;
    out += group.key;
    out += ": ";
    append_merged(out, group.values);
    separator = ", ";
  }
  out += '}';
}

} // namespace

std::string raw_merge(std::span<std::string_view const> values) {
  std::string out;
  append_merged(out, values);
  return out;
}

} // namespace artifactd
