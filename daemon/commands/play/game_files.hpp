// The files of a game in a directory, for the commands that look at one.
#pragma once

#include "merge/game/game.hpp"
#include "state/platform/result.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// In the order of their names. Fault::missing if none of a game's files exists.
[[nodiscard]] Result<std::vector<game::GameFile>> game_files_in(std::string const& directory);

} // namespace artifactd
