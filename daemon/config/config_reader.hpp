// From TOML text to settings. Reads one file after the other into a Config; every fault becomes a ConfigError
// with its place, and reading goes on after it. How values fit together is judged in config_check.
#pragma once

#include "daemon/config/config.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// Takes over the settings of `text` (the content of `file`).
void read_config_text(std::string const& file, std::string_view text, Config& config,
                      std::vector<ConfigError>& errors);

/// The same for finding a daemon that still runs with a former version of the file: takes over what can be
/// read; after a syntax error, what precedes its line.
void read_config_text_loosely(std::string const& file, std::string_view text, Config& config);

} // namespace artifactd
