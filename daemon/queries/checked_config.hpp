// The answer to `config check`: what is wrong with the configuration, and what is probably a mistake in it.
#pragma once

#include "daemon/config/config.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd {

struct CheckedConfig {
  std::vector<ConfigError> errors = {};
  std::vector<std::string> warnings = {}; ///< only without errors

  [[nodiscard]] bool ok() const noexcept { return errors.empty(); }
};

[[nodiscard]] CheckedConfig checked_config(ConfigSource const& source);

[[nodiscard]] nlohmann::ordered_json to_json(CheckedConfig const& checked);

} // namespace artifactd
