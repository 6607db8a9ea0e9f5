// Members of parsed JSON that may be missing or of another type; for reading what others wrote.
#pragma once

#include "state/vocabulary/utf8.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace artifactd {

/// Empty unless `json` is an object with that member and it is a string.
template <class Json>
[[nodiscard]] std::string text_member(Json const& json, char const* name) {
  if (!json.is_object()) return {};
  auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->template get<std::string>() : std::string();
}

/// The strings of an array; empty if there is no such member.
template <class Json>
[[nodiscard]] std::vector<std::string> texts_of(Json const& json, char const* name) {
  std::vector<std::string> texts;
  if (!json.is_object()) return texts;
  if (auto found = json.find(name); found != json.end() && found->is_array())
    for (auto const& each : *found)
      if (each.is_string()) texts.push_back(each.template get<std::string>());
  return texts;
}

/// The first member of an object that is a string but not UTF-8: written as JSON, it would be another text.
/// Empty if there is none.
template <class Json>
[[nodiscard]] std::string member_beyond_utf8(Json const& json) {
  for (auto const& [name, value] : json.items())
    if (value.is_string() && !is_utf8(value.template get_ref<std::string const&>())) return name;
  return {};
}

} // namespace artifactd
