// `artifactctl play adopt` and `play dismiss`: what a person does about a problem in a play.
#pragma once

#include "daemon/commands/commands.hpp"

namespace artifactd {

Result<Exit> adopt_game(Cli const& cli, PlayOptions const& options);
Result<Exit> dismiss_issues(Cli const& cli, PlayOptions const& options);

} // namespace artifactd
