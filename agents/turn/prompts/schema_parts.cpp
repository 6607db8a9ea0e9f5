#include "agents/turn/prompts/schema_parts.hpp"

namespace artifactd::turn {

Json typed_schema(std::string_view type) {
  return {{"type", type}};
}

Json words_schema(Json words) {
  return {{"enum", std::move(words)}};
}

Json text_schema(std::size_t longest) {
  return {{"type", "string"}, {"minLength", 1}, {"maxLength", longest}};
}

Json whole_schema(int least, int most) {
  return {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
}

Json list_schema(std::size_t most, Json items) {
  auto schema = typed_schema("array");
  schema["maxItems"] = most;
  schema["items"] = std::move(items); // an initializer list would copy it
  return schema;
}

Json object_schema(Json properties, Json required) {
  auto schema = typed_schema("object");
  if (!required.is_null()) schema["required"] = std::move(required);
  schema["properties"] = std::move(properties);
  return schema;
}

} // namespace artifactd::turn
