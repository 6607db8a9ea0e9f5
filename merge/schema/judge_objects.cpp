#include "merge/schema/judge.hpp"
#include "state/vocabulary/nearest.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <span>

namespace artifactd {

namespace {

using json::Type;

constexpr std::size_t most_names = 12;

std::string quoted_list(std::span<std::string const> names) {
  std::vector<std::string> shown;
  for (auto const& name : names.first(std::min(names.size(), most_names)))
    shown.push_back(json::quote(name));
  return fmt::format("{}{}", fmt::join(shown, ", "), names.size() > most_names ? ", …" : "");
}

std::vector<std::string> keys_of(JsonNode const& object) {
  std::vector<std::string> keys;
  for (auto const& member : object.children())
    keys.push_back(member.key());
  return keys;
}

std::vector<std::string> names_of(Schema const& schema) {
  std::vector<std::string> names;
  for (auto const& each : schema.properties)
    names.push_back(each.name);
  return names;
}

} // namespace

bool Judge::object() {
  if (node().type() != Type::object) return true;
  auto sound = count_in_range("minProperties", schema().min_properties, "maxProperties",
                              schema().max_properties, node().children().size(), "members");
  sound = required() && sound;
  sound = dependencies() && sound;
  sound = properties() && sound;
  return property_names() && sound;
}

bool Judge::required() {
  bool sound = true;
  for (auto const& name : schema().required) {
    if (node().find(name) != nullptr) continue;
    sound = false;
    if (!telling()) break;
    auto present = keys_of(node());
    auto alike = nearest(name, present);
    refuse("required", fmt::format("the member {} is missing", json::quote(name)), json::quote(name),
           present.empty() ? "an empty object" : quoted_list(present),
           alike.empty() ? fmt::format("Add {}.", json::quote(name))
                         : fmt::format("Is {} meant to be {}?", json::quote(alike), json::quote(name)));
  }
  return sound;
}

bool Judge::dependencies() {
  bool sound = true;
  for (auto const& [keyword, name, wanted] : schema().dependent_required) {
    if (node().find(name) == nullptr) continue;
    for (auto const& each : wanted)
      if (node().find(each) == nullptr)
        sound = refuse(keyword, fmt::format("the member \"{}\" is missing, which \"{}\" needs", each, name),
                       json::quote(each), quoted_list(keys_of(node())),
                       fmt::format("Add \"{}\", or leave \"{}\" out.", each, name));
  }
  for (auto const& [name, wanted] : schema().dependent_schemas)
    if (node().find(name) != nullptr) sound = judge_as_well(wanted) && sound;
  return sound;
}

bool Judge::refuse_member(JsonNode const& member, std::string_view keyword,
                          std::vector<std::string> const& known) {
  auto alike = nearest(member.key(), known);
  auto hint = alike.empty()
                  ? fmt::format("Remove it{}.", known.empty() ? "" : ", or use one of the known names")
                  : fmt::format("Did you mean {}?", json::quote(alike));
  return refuse(
      Violation{member.name(), keyword,
                fmt::format("the member {} is not known here", json::quote(member.key()).substr(0, 80)),
                known.empty() ? "no further member" : "one of " + quoted_list(known),
                json::quote(member.key()).substr(0, 80), std::move(hint)});
}

bool Judge::properties() {
  auto const members = node().children();
  std::vector<bool> known(members.size());
  bool sound = true;
  auto judge_member = [&](std::size_t index, SchemaId by) {
    known[index] = true;
    evaluated(index);
    sound = judge(by, members[index], frame_->into) && sound;
  };
  for (auto const& [name, by] : schema().properties) {
    if (!go_on(sound) || !spend(0)) return sound;
    if (auto const* member = node().find(name))
      judge_member(static_cast<std::size_t>(member - members.data()), by);
  }
  for (auto const& [pattern, by] : schema().pattern_properties)
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (!go_on(sound) || !spend(members[i].key().size())) return sound;
      if (pattern->found_in(members[i].key())) judge_member(i, by);
    }
  auto const& rest = schema().additional_properties;
  for (std::size_t i = 0; rest && i < members.size() && go_on(sound); ++i) {
    if (known[i]) continue;
    if (flat_.schemas[rest->number].nothing)
      sound = refuse_member(members[i], "additionalProperties", names_of(schema()));
    else
      judge_member(i, *rest);
  }
  return sound;
}

bool Judge::property_names() {
  auto const& by = schema().property_names;
  if (!by) return true;
  bool sound = true;
  for (auto const& member : node().children()) {
    if (!go_on(sound)) break;
    auto const name = member.name();
    sound = judge(*by, name, frame_->into) && sound;
  }
  return sound;
}

bool Judge::unevaluated_properties() {
  auto const& rest = schema().unevaluated_properties;
  if (!rest || node().type() != Type::object) return true;
  auto const members = node().children();
  bool sound = true;
  for (std::size_t i = 0; i < members.size() && go_on(sound); ++i) {
    if (is_evaluated(i)) continue;
    if (flat_.schemas[rest->number].nothing)
      sound = refuse_member(members[i], "unevaluatedProperties", names_of(schema()));
    else
      sound = judge(*rest, members[i], frame_->into) && sound;
    evaluated(i);
  }
  return sound;
}

} // namespace artifactd
