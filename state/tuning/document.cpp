#include "state/tuning/document.hpp"

#include "state/json/json_text.hpp"
#include "state/tuning/shape.hpp"

namespace artifactd::tuning {

namespace {

class Schema {
public:
  Json whole(RecordShape const& shape) {
    Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
                {"title", "The state of a skill tuning run"}};
    schema.update(of_record(shape));
    // A member whose name is a dotted path is a misplaced update.
    schema["propertyNames"] = {{"pattern", "^[^.]*$"}};
    schema["definitions"] = std::move(definitions_);
    return schema;
  }

private:
  Json of_record(RecordShape const& shape) {
    auto properties = Json::object();
    auto required = Json::array();
    for (auto const& field : shape.fields) {
      properties[std::string(field.name)] = of_field(field);
      if (field.need == Need::required) required.push_back(field.name);
    }
    return {{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
  }

  Json reference(RecordShape const& shape) {
    auto name = std::string(shape.name);
    if (!definitions_.contains(name)) {
      auto definition = of_record(shape);
      definitions_[name] = std::move(definition);
    }
    return {{"$ref", "#/definitions/" + name}};
  }

  Json of_field(FieldShape const& field) {
    auto schema = of_base(field);
    if (!field.nullable) return schema;
    if (!schema.contains("type")) return {{"anyOf", {schema, {{"type", "null"}}}}};
    schema["type"] = {schema["type"], "null"};
    if (schema.contains("enum")) schema["enum"].push_back(nullptr);
    return schema;
  }

  Json of_base(FieldShape const& field) {
    switch (field.base) {
    case Base::text:
      return of_text(field);
    case Base::stamp:
      return {{"type", "string"}, {"format", "date-time"}};
    case Base::whole:
      return {{"type", "integer"},
              {"minimum", static_cast<std::int64_t>(field.least)},
              {"maximum", static_cast<std::int64_t>(field.most)}};
    case Base::number:
      return {{"type", "number"}, {"minimum", field.least}, {"maximum", field.most}};
    case Base::flag:
      return {{"type", "boolean"}};
    case Base::texts:
      return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case Base::record:
      return reference(*field.record);
    case Base::records:
      return {{"type", "array"}, {"items", reference(*field.record)}};
    }
    return Json::object();
  }

  static Json of_text(FieldShape const& field) {
    Json schema{{"type", "string"}};
    if (field.words.empty()) return schema;
    schema["enum"] = Json::array();
    for (auto word : field.words)
      schema["enum"].push_back(word);
    for (auto word : field.newer)
      schema["enum"].push_back(word);
    return schema;
  }

  Json definitions_ = Json::object();
};

} // namespace

std::string initial_state() {
  auto state = Json::object();
  for (auto const& field : state_shape().fields)
    state[std::string(field.name)] = Json::parse(field.initially);
  return state.dump(2) + "\n";
}

Json json_schema() {
  return Schema().whole(state_shape());
}

} // namespace artifactd::tuning
