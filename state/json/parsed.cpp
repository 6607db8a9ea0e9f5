#include "state/json/parsed.hpp"

#include "state/json/tree.hpp"

#include <limits>

namespace artifactd::json {

namespace {

Json value_of(JsonNode const& node) {
  Json json;
  switch (node.type()) {
  case Type::object:
    json = Json::object();
    for (auto const& member : node.children())
      json[member.key()] = value_of(member);
    return json;
  case Type::array:
    json = Json::array();
    for (auto const& element : node.children())
      json.push_back(value_of(element));
    return json;
  case Type::number:
    json = Json::parse(node.text(), nullptr, false);
    if (!json.is_discarded()) return json;
    return node.text().starts_with('-') ? std::numeric_limits<double>::lowest()
                                        : std::numeric_limits<double>::max();
  case Type::string:
  case Type::boolean:
  case Type::null:
    return Json::parse(node.text(), nullptr, false);
  }
  return json;
}

} // namespace

Json value_of(std::string_view accepted) {
  auto json = Json::parse(accepted, nullptr, false);
  return json.is_discarded() ? value_of(JsonNode(accepted)) : json;
}

std::optional<Json> parsed(std::string_view text, Limits limits) {
  if (!scan(text, limits)) return std::nullopt;
  return value_of(text);
}

} // namespace artifactd::json
