// `artifactctl completion SHELL`: a script that teaches a shell to complete artifactctl. The scripts only
// print what `artifactctl complete` answers, and so they hold for every version.
#pragma once

#include "daemon/commands/commands.hpp"

#include <string>

namespace artifactd {

struct CompletionOptions {
  std::string shell = {}; ///< bash, zsh or fish
};

[[nodiscard]] Exit completion_command(Cli const& cli, CompletionOptions const& options);

} // namespace artifactd
