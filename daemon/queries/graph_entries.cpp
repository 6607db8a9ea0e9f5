#include "daemon/queries/graph_entries.hpp"

#include "merge/graph/canonical.hpp"
#include "state/json/walk.hpp"
#include "state/platform/digest.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd {

namespace {

/// What tells entries apart: those without an id by their content.
std::string place_of(GraphEntry const& entry) {
  constexpr char separator = '\x1f';
  auto const& name = entry.name.empty() ? entry.digest : entry.name;
  return entry.agent + separator + entry.list + separator + (entry.name.empty() ? "#" : "=") + name;
}

std::string escaped(std::string_view part) {
  std::string pointer;
  for (auto const each : part)
    pointer += each == '~' ? "~0" : each == '/' ? "~1" : std::string(1, each);
  return pointer;
}

/// Collects the entries of one graph.
class Collection {
public:
  explicit Collection(std::string_view graph) : graph_(graph) {}

  void take_graph() {
    for (auto const& member : json::members(graph_)) {
      auto const key = json::decode(member.key.of(graph_));
      auto const value = member.value.of(graph_);
      if (json::type_of(value) == json::Type::array)
        take_list("", key, "/" + escaped(key), value);
      else if (json::type_of(value) == json::Type::object)
        take_value(key, value);
      else
        add({.agent = "", .list = "", .name = key, .pointer = "/" + escaped(key), .digest = {}}, value);
    }
  }
  [[nodiscard]] GraphEntries take() {
    found_.index();
    return std::move(found_);
  }

private:
  void take_value(std::string const& agent, std::string_view object) {
    for (auto const& member : json::members(object)) {
      auto const key = json::decode(member.key.of(object));
      auto const value = member.value.of(object);
      auto const pointer = "/" + escaped(agent) + "/" + escaped(key);
      if (json::type_of(value) == json::Type::array)
        take_list(agent, key, pointer, value);
      else
        add({.agent = agent, .list = "", .name = key, .pointer = pointer, .digest = {}}, value);
    }
  }
  void take_list(std::string const& agent, std::string const& list, std::string const& pointer,
                 std::string_view array) {
    std::size_t number = 0;
    for (auto const& element : json::elements(array)) {
      auto const entry = element.of(array);
      add({.agent = agent,
           .list = list,
           .name = id_of_entry(entry),
           .pointer = fmt::format("{}/{}", pointer, number++),
           .digest = {}},
          entry);
      if (!found_.complete) return;
    }
  }
  static std::string id_of_entry(std::string_view entry) {
    if (json::type_of(entry) != json::Type::object) return {};
    for (auto const& member : json::members(entry)) {
      if (!json::decodes_to(member.key.of(entry), "id")) continue;
      auto const value = member.value.of(entry);
      if (json::type_of(value) == json::Type::string) return json::decode(value);
      if (json::type_of(value) == json::Type::number) return std::string(value);
    }
    return {};
  }
  void add(GraphEntry entry, std::string_view value) {
    if (found_.all.size() == GraphEntries::most) {
      found_.complete = false;
      return;
    }
    entry.digest = Digest().add(canonical(value)).hex().substr(0, 15);
    entry.begin = static_cast<std::size_t>(value.data() - graph_.data());
    entry.size = value.size();
    found_.all.push_back(std::move(entry));
  }

  std::string_view graph_;
  GraphEntries found_{};
};

} // namespace

void GraphEntries::index() {
  places_.clear();
  places_.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    places_.emplace(place_of(all[i]), i);
}

GraphEntry const* GraphEntries::same_place(GraphEntry const& entry) const {
  auto const found = places_.find(place_of(entry));
  return found == places_.end() ? nullptr : &all[found->second];
}

GraphEntries entries_of(std::string_view graph) {
  Collection collection(graph);
  collection.take_graph();
  return collection.take();
}

Json to_json(GraphEntry const& entry) {
  Json json{{"pointer", entry.pointer}};
  if (!entry.agent.empty()) json["agent"] = entry.agent;
  if (!entry.list.empty()) json["list"] = entry.list;
  if (!entry.name.empty()) json[entry.list.empty() ? "member" : "id"] = entry.name;
  return json;
}

std::vector<GraphChange> changes_between(GraphEntries const& before, GraphEntries const& after) {
  std::vector<GraphChange> changes;
  for (auto const& each : after.all) {
    auto const* former = before.same_place(each);
    if (former == nullptr || former->digest != each.digest) changes.push_back({former, &each});
  }
  for (auto const& each : before.all)
    if (after.same_place(each) == nullptr) changes.push_back({&each, nullptr});
  return changes;
}

} // namespace artifactd
