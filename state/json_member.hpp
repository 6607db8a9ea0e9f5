// Members of parsed JSON that may be missing or of another type: what others wrote is read with these.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace artifactd {

/// Empty unless `json` is an object with that member, a string.
template <class Json>
[[nodiscard]] std::string text_member(Json const& json, char const* name) {
  if (!json.is_object()) return {};
  auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->template get<std::string>() : std::string();
}

} // namespace artifactd
