#include "daemon/queries/checked_config.hpp"

#include "daemon/config/config_remarks.hpp"
#include "state/json/json_text.hpp"

namespace artifactd {

CheckedConfig checked_config(ConfigSource const& source) {
  auto config = load_config(source);
  if (config) return {.warnings = config_remarks(*config)};
  return {.errors = std::move(config).error()};
}

Json to_json(CheckedConfig const& checked) {
  auto errors = Json::array();
  for (auto const& error : checked.errors)
    errors.push_back({{"file", error.file},
                      {"line", error.line},
                      {"column", error.column},
                      {"key", error.key},
                      {"message", error.message},
                      {"suggestion", error.suggestion}});
  return {
      {"version", 1}, {"ok", checked.ok()}, {"errors", std::move(errors)}, {"warnings", checked.warnings}};
}

} // namespace artifactd
