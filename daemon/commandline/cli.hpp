// The command line of artifactctl: words in, an exit code out.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/process/exit.hpp"

#include <functional>
#include <string_view>

namespace CLI { // NOLINT(readability-identifier-naming): of CLI11
class App;
}

namespace artifactd {

/// All of artifactctl. `commit`: what it was built from.
[[nodiscard]] Exit run_artifactctl(int argc, char const* const* argv, KindList const& kinds,
                                   std::string_view commit);

/// Shows `reader` all commands and their options, as --help lists them.
void read_artifactctl(KindList const& kinds, std::string_view commit,
                      std::function<void(CLI::App&)> const& reader);

} // namespace artifactd
