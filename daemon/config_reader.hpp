// From TOML text to settings. Reads one file onto a Config, file after file; every fault becomes a
// ConfigError with its place, and reading goes on behind it. What a value means together with others is
// judged in config_check.
#pragma once

#include "daemon/config.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// Takes over what `text` (the content of `file`) says.
void read_config_text(std::string const& file, std::string_view text, Config& config,
                      std::vector<ConfigError>& errors);

/// The same for those who only want to find a daemon that goes on with a former version of the file: takes
/// over what can be read, at a mistake in the syntax what precedes its line.
void read_config_text_loosely(std::string const& file, std::string_view text, Config& config);

} // namespace artifactd
