// The options that both programs have.
#pragma once

#include "daemon/config/config.hpp"

#include <CLI/CLI.hpp>
#include <string_view>

namespace artifactd {

/// --version, --config and --root. `commit`: what the program was built from.
void common_options(CLI::App& app, ConfigSource& source, std::string_view commit);

} // namespace artifactd
