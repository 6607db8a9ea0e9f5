// The commands that run games: what they share.
#pragma once

#include "daemon/commands/commands.hpp"
#include "merge/game/game.hpp"
#include "merge/play/bots.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// The game in a directory, if the checks find no error in it; they are printed otherwise.
[[nodiscard]] Result<game::Game> sound_game(Cli const& cli, std::string const& directory);

/// Whom --players means, or the number of players the artifacts speak of, two at least.
[[nodiscard]] Result<std::vector<std::string>> participants(GameOptions const& options,
                                                            game::Game const& game);

[[nodiscard]] Result<play::Bot> bot_of(GameOptions const& options);

Result<Exit> simulate_game(Cli const& cli, GameOptions const& options);
Result<Exit> play_game(Cli const& cli, GameOptions const& options);

} // namespace artifactd
