// Settings from the environment, which win over files: ARTIFACTD_CONFIG_<SECTION>__<KEY>, such as
// ARTIFACTD_CONFIG_LIMITS__JSON_DEPTH=32, and ARTIFACTD_CONFIG_<KEY> for settings outside of sections. Only
// single values: lists and tables stay in files. Other variables that begin with ARTIFACTD_, which agents
// that are run again have, are not settings.
#pragma once

#include "daemon/config/config.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// `variables` as in environ, "NAME=value". Each origin is the name of its variable.
void read_environment(char const* const* variables, Config& config, std::vector<ConfigError>& errors);

/// "LIMITS__JSON_DEPTH" → "limits.json_depth"
[[nodiscard]] std::string key_of_variable(std::string_view name);

} // namespace artifactd
