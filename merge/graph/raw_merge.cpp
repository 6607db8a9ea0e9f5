#include "merge/graph/raw_merge.hpp"

#include "state/json/walk.hpp"

#include <algorithm>
#include <compare>
#include <deque>
#include <functional>
#include <limits>
#include <vector>

namespace artifactd {

namespace {

constexpr auto none = std::numeric_limits<std::size_t>::max();

/// A member of one of the objects.
struct Part {
  std::string_view key; ///< quoted, as written; empty once it is written out
  std::string_view value;
  std::size_t next = none; ///< the next with the same key
};

/// A deque grows without copying: there may be millions.
using Parts = std::deque<Part>;

/// The sort key of a part, so that few comparisons read the text.
struct SortKey {
  std::size_t hash; ///< of the decoded key
  std::size_t part;
};

bool has_escapes(std::string_view quoted) {
  return quoted.find('\\') != quoted.npos;
}

std::string_view without_quotes(std::string_view quoted) {
  return quoted.substr(1, quoted.size() - 2);
}

std::size_t hash_of(std::string_view key) {
  if (has_escapes(key)) return std::hash<std::string>()(json::decode(key));
  return std::hash<std::string_view>()(without_quotes(key));
}

int compare_keys(std::string_view a, std::string_view b) {
  if (has_escapes(a) || has_escapes(b)) return json::decode(a).compare(json::decode(b));
  return without_quotes(a).compare(without_quotes(b));
}

/// Sorts instead of hashing, so that no choice of keys makes it slow.
void link_same_keys(Parts& parts) {
  std::vector<SortKey> sorted(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    sorted[i] = {hash_of(parts[i].key), i};
  auto const order = [&](SortKey const& a, SortKey const& b) {
    if (a.hash != b.hash) return a.hash <=> b.hash;
    return compare_keys(parts[a.part].key, parts[b.part].key) <=> 0;
  };
  std::ranges::sort(sorted, [&](SortKey const& a, SortKey const& b) {
    auto const by_key = order(a, b);
    return by_key == 0 ? a.part < b.part : by_key < 0;
  });
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (order(sorted[i - 1], sorted[i]) == 0) parts[sorted[i - 1].part].next = sorted[i].part;
}

Parts parts_of(std::span<std::string_view const> objects) {
  Parts parts;
  for (auto object : objects)
    for (auto const& member : json::members(object))
      parts.push_back({member.key.of(object), member.value.of(object)});
  link_same_keys(parts);
  return parts;
}

/// The values of all parts with the key of the one at `first`.
std::vector<std::string_view> take_values(Parts& parts, std::size_t first) {
  std::vector<std::string_view> values;
  for (auto at = first; at != none; at = parts[at].next) {
    values.push_back(parts[at].value);
    parts[at].key = {};
  }
  return values;
}

/// The values under one key that count: everything after the last one that is not an object, or that one
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
  auto parts = parts_of(values);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].key.empty()) continue;
    out += separator;
    out += parts[i].key;
    out += ": ";
    append_merged(out, take_values(parts, i));
    separator = ", ";
  }
  out += '}';
}

} // namespace

std::string raw_merge(std::span<std::string_view const> values) {
  std::size_t size = 0;
  for (auto const& value : values)
    size += value.size();
  std::string out;
  out.reserve(size + size / 4); // with the separators; growing a string would hold its text twice
  append_merged(out, values);
  return out;
}

} // namespace artifactd
