#include "merge/game/values/value_of.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace artifactd::game {

namespace {

Value number_in(std::string_view text) {
  std::int64_t whole = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
  if (error == std::errc() && end == text.data() + text.size()) return whole;
  return std::strtod(std::string(text).c_str(), nullptr);
}

bool is_unwritable_itself(Value const& value) {
  return is_undefined(value) || (value.is_number_float() && !std::isfinite(value.get<double>()));
}

} // namespace

Value value_of(JsonNode const& node) {
  switch (node.type()) {
  case json::Type::object: {
    auto object = Value::object();
    for (auto const& member : node.children())
      object[member.key()] = value_of(member);
    return object;
  }
  case json::Type::array: {
    auto array = Value::array();
    for (auto const& element : node.children())
      array.push_back(value_of(element));
    return array;
  }
  case json::Type::string:
    return node.string();
  case json::Type::number:
    return number_in(node.text());
  case json::Type::boolean:
    return node.text() == "true";
  case json::Type::null:
    return nullptr;
  }
  return nullptr;
}

bool is_writable(Value const& value) {
  return !is_unwritable_itself(value) && (!value.is_structured() || std::ranges::all_of(value, is_writable));
}

Value writable(Value const& value) {
  if (is_unwritable_itself(value)) return nullptr;
  if (!value.is_structured()) return value;
  auto copy = value;
  for (auto& each : copy)
    each = writable(each);
  return copy;
}

} // namespace artifactd::game
