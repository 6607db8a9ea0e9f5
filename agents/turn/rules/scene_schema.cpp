#include "agents/turn/rules/scene_schema.hpp"

#include "agents/turn/known_values.hpp"
#include "merge/schema/shelf.hpp"

#include <algorithm>

namespace artifactd::turn {

namespace {

SchemaOrigin origin_of(Json const& schema) {
  return {.text = compact(schema), .shown = "scene_state_schema"};
}

/// Collects the schema and every schema it also applies: those reached by `$ref` and `allOf`.
void gather(FlatSchema const& flat, SchemaId id, std::vector<Schema const*>& into) {
  auto const* schema = &flat.schemas[id.number];
  if (std::ranges::count(into, schema) > 0) return;
  into.push_back(schema);
  for (auto const each : schema->references)
    gather(flat, each, into);
  for (auto const each : schema->all_of)
    gather(flat, each, into);
}

template <class Better>
void tighten(std::optional<double>& bound, std::optional<double> const& other, Better better) {
  if (other && (!bound || better(*other, *bound))) bound = other;
}

void add_to(DeclaredMember& member, Schema const& schema) {
  tighten(member.minimum, schema.minimum, std::greater<>());
  tighten(member.maximum, schema.maximum, std::less<>());
  tighten(member.exclusive_minimum, schema.exclusive_minimum, std::greater<>());
  tighten(member.exclusive_maximum, schema.exclusive_maximum, std::less<>());
  if (member.types.empty()) member.types = schema.types;
}

} // namespace

bool DeclaredMember::takes(JsonType type) const noexcept {
  return types.empty() || std::ranges::count(types, type) > 0 ||
         (type == JsonType::integer && std::ranges::count(types, JsonType::number) > 0);
}

bool DeclaredMember::whole() const noexcept {
  return std::ranges::count(types, JsonType::integer) > 0 && !takes(JsonType::number);
}

bool DeclaredMember::too_low(double number) const noexcept {
  return (minimum && number < *minimum) || (exclusive_minimum && number <= *exclusive_minimum);
}

bool DeclaredMember::too_high(double number) const noexcept {
  return (maximum && number > *maximum) || (exclusive_maximum && number >= *exclusive_maximum);
}

Result<SceneSchema> SceneSchema::of(Json const& schema) {
  constexpr std::size_t most_known = 100; // each turn of a story asks for the same one
  static KnownValues<std::string, SceneSchema, most_known> known;
  auto const origin = origin_of(schema);
  if (auto found = known.of(origin.text)) return *std::move(found);
  SchemaDocuments documents(origin);
  auto flat = std::make_shared<FlatSchema const>(TRY(flatten_schema(documents)));
  return known.keep(origin.text, SceneSchema(std::move(flat), TRY(compiled_schema(origin))));
}

std::vector<Schema const*> SceneSchema::at(StatePath const& path) const {
  std::vector<Schema const*> schemas;
  gather(*flat_, SchemaId{0}, schemas);
  for (auto const& name : path) {
    std::vector<Schema const*> inner;
    for (auto const* schema : schemas)
      for (auto const& member : schema->properties)
        if (member.name == name) gather(*flat_, member.schema, inner);
    schemas = std::move(inner);
  }
  return schemas;
}

std::optional<DeclaredMember> SceneSchema::declared(StatePath const& path) const {
  auto const schemas = at(path);
  if (schemas.empty() || path.empty()) return std::nullopt;
  DeclaredMember member;
  for (auto const* schema : schemas)
    add_to(member, *schema);
  for (auto const* around : at({path.begin(), path.end() - 1}))
    member.required = member.required || std::ranges::count(around->required, path.back()) > 0;
  return member;
}

std::vector<std::string> SceneSchema::names_at(StatePath const& path) const {
  std::vector<std::string> names;
  for (auto const* schema : at(path))
    for (auto const& member : schema->properties)
      if (std::ranges::count(names, member.name) == 0) names.push_back(member.name);
  return names;
}

Result<std::vector<Finding>> SceneSchema::findings(Json const& state) const {
  return compiled_->findings("the state", compact(state));
}

} // namespace artifactd::turn
