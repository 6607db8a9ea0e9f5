// The command line of artifactctl: words in, an exit code out.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/process/exit.hpp"

#include <string_view>

namespace artifactd {

/// All of artifactctl. `commit`: what it was built from.
[[nodiscard]] Exit run_artifactctl(int argc, char const* const* argv, KindList const& kinds,
                                   std::string_view commit);

} // namespace artifactd
