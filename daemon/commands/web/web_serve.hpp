// `artifactctl web`: a web process for a person, with a token of its own, until Ctrl-C.
#pragma once

#include "daemon/commands/web/web_options.hpp"

namespace artifactd {

[[nodiscard]] Result<Exit> serve_web(Cli const& cli, Config const& config, WebOptions const& options);

} // namespace artifactd
