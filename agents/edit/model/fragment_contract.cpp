#include "agents/edit/model/fragment_contract.hpp"

#include "agents/edit/model/artifact_config.hpp"
#include "merge/game/fragment_shape.hpp"
#include "state/json/json_member.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <iterator>

namespace artifactd::editor {

namespace {

using Form = game::FragmentAddress::Form;

constexpr std::size_t longest_growth = 32'768; // bytes a fragment may grow by
constexpr unsigned deepest_fragment = 64;

constexpr char const* fragment_schema = R"({
  "type": "object", "required": ["fragment"], "additionalProperties": false,
  "properties": {"fragment": {"type": "string", "minLength": 2}}
})";

/// How a fragment identifies itself.
struct OwnName {
  std::string member; ///< empty: not at all, or it may be renamed
  std::string name;
};

OwnName own_name_of(game::FragmentAddress const& address) {
  switch (address.form) {
  case Form::precondition:
  case Form::player_action:
    return {"id", address.inner};
  case Form::transition:
  case Form::transition_instruction:
    return {"id", address.name};
  case Form::player_phase:
    return {"phase", address.name};
  default:
    return {};
  }
}

constexpr auto metadata_members = std::to_array<std::string_view>({"phase", "requiresPlayerInput"});

std::span<std::string_view const> members_of(game::FragmentAddress const& address) {
  if (address.form == Form::phase_metadata) return metadata_members;
  return config_of(address.artifact()).members;
}

Result<Json> value_in(std::string const& text, std::size_t most) {
  auto value = model::read_json(text, {.bytes = most, .depth = deepest_fragment}, json::Source::reply);
  if (!value) return fail(Fault::invalid, printable(value.error().front().message));
  return *std::move(value);
}

bool has_type(Json const& value, json::Type type) {
  if (type == json::Type::string) return value.is_string();
  return type == json::Type::array ? value.is_array() : value.is_object();
}

/// By its address's name, or as before. A different name would make it pass for another fragment.
bool is_called(Json const& fragment, Json const& before, OwnName const& own) {
  auto called = [&](Json const& value) { return value.value(own.member, Json()); };
  return called(fragment) == own.name ||
         (before.is_object() && !before.empty() && called(fragment) == called(before));
}

/// Members that do not belong to such a fragment may be neither added, changed nor removed.
std::vector<std::string> member_faults(Json const& fragment, Json const& before, FragmentTask const& task) {
  std::vector<std::string> faults;
  if (auto const own = own_name_of(task.address); !own.member.empty() && !is_called(fragment, before, own))
    faults.push_back(fmt::format("/fragment: its {} has to be {}", own.member, printable(own.name)));
  auto const members = members_of(task.address);
  auto is_known = [&](std::string const& key) { return std::ranges::find(members, key) != members.end(); };
  for (auto const& [key, value] : fragment.items())
    if (!is_known(key) && !before.contains(key))
      faults.push_back(fmt::format("/fragment: {} is not allowed there", printable(key).substr(0, 80)));
  for (auto const& [key, value] : before.items())
    if (!is_known(key) && (!fragment.contains(key) || fragment[key] != value))
      faults.push_back(fmt::format("/fragment: {} has to stay as it is", printable(key).substr(0, 80)));
  return faults;
}

/// Why the text is not allowed as the new fragment; empty if it is.
std::vector<std::string> fragment_faults(Json const& reply, FragmentTask const& task) {
  auto const text = text_member(reply, "fragment");
  auto const type = game::type_of_fragment(task.address).value_or(json::Type::object);
  auto const wanted = type == json::Type::object ? "one JSON object" : game::type_in_words(type);
  auto const fragment = value_in(text, task.text.size() * 4 + longest_growth);
  if (!fragment) return {fmt::format("/fragment: it has to hold {}: {}", wanted, fragment.error().message)};
  if (!has_type(*fragment, type)) return {fmt::format("/fragment: it has to hold {}", wanted)};
  std::vector<std::string> faults;
  auto before = Json::parse(task.text, nullptr, false);
  if (type == json::Type::object) {
    if (!before.is_object()) before = Json::object(); // does not exist yet, or a string that holds no JSON
    faults = member_faults(*fragment, before, task);
  }
  if (task.guard && faults.empty() && !before.is_discarded())
    for (auto const& each : task.guard->faults(before, *fragment))
      faults.push_back("/fragment: in it " + each);
  return faults;
}

std::vector<std::string> artifact_faults(Json const& reply, game::Artifact artifact) {
  auto const value = value_in(text_member(reply, "fragment"), longest_artifact);
  if (!value) return {"/fragment: it has to hold JSON: " + value.error().message};
  auto const fits = artifact == game::Artifact::schema ? value->is_structured() : value->is_object();
  return fits ? std::vector<std::string>() : std::vector<std::string>{"/fragment: it has to be an object"};
}

} // namespace

model::Contract fragment_contract(FragmentTask const& task) {
  return {.shape = {"fragment", Json::parse(fragment_schema)},
          .check = [&task](Json const& reply) { return fragment_faults(reply, task); }};
}

model::Contract artifact_contract(game::Artifact artifact) {
  return {.shape = {"fragment", Json::parse(fragment_schema)},
          .check = [artifact](Json const& reply) { return artifact_faults(reply, artifact); }};
}

} // namespace artifactd::editor
