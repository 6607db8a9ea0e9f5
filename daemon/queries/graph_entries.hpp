// What a graph is made of, for people: the entries of its lists (entities, relationships, claims, …), by
// their ids, and the other members of agents' values. A version of it is compared with another one entry by
// entry.
#pragma once

#include "state/json/json_text.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace artifactd {

struct GraphEntry {
  std::string agent; ///< whose value it is in; empty: of the graph itself
  std::string list;  ///< the name of the list; empty: it is a member, not an entry
  std::string name;  ///< the entry's id, or the member's name; empty: the entry has no id
  std::string pointer;
  std::string digest; ///< equal if the values are, however they are written
  std::size_t begin = 0;
  std::size_t size = 0;

  [[nodiscard]] std::string_view text(std::string_view graph) const { return graph.substr(begin, size); }
};

struct GraphEntries {
  static constexpr std::size_t most = 200'000;

  std::vector<GraphEntry> all; ///< in the order of the graph
  bool complete = true;        ///< false: there are more than `most`

  /// Its place in another version of the graph; null if it is not there.
  [[nodiscard]] GraphEntry const* same_place(GraphEntry const& entry) const;
  void index();

private:
  std::unordered_map<std::string, std::size_t> places_;
};

/// `graph` is a valid JSON object.
[[nodiscard]] GraphEntries entries_of(std::string_view graph);

/// {agent, list, id, member, pointer}: absent parts are left out.
[[nodiscard]] Json to_json(GraphEntry const& entry);

struct GraphChange {
  GraphEntry const* before = nullptr; ///< null: it was added
  GraphEntry const* after = nullptr;  ///< null: it was removed
};

/// Changed and added ones in the order of `after`, then those that were removed. Both outlive it.
[[nodiscard]] std::vector<GraphChange> changes_between(GraphEntries const& before, GraphEntries const& after);

} // namespace artifactd
