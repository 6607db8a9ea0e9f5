// JSON as values: the one alias, which keeps members in the order they were written, lists of them, and the
// two ways of printing it. What cannot be printed as UTF-8 is replaced; printing never throws.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace artifactd {

using Json = nlohmann::ordered_json;

/// On one line, without a line feed.
template <class Value>
[[nodiscard]] std::string compact(Value const& value) {
  return value.dump(-1, ' ', false, Value::error_handler_t::replace);
}

/// Indented by two, without a line feed at the end.
template <class Value>
[[nodiscard]] std::string pretty(Value const& value) {
  return value.dump(2, ' ', false, Value::error_handler_t::replace);
}

/// A list of what to_json makes of each.
template <class Values>
[[nodiscard]] Json json_list(Values const& values) {
  auto list = Json::array();
  for (auto const& each : values)
    list.push_back(to_json(each));
  return list;
}

} // namespace artifactd
