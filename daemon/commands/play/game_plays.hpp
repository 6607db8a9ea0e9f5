// What the commands that run games share.
#pragma once

#include "daemon/commands/commands.hpp"
#include "merge/game/game.hpp"
#include "merge/play/search/bots.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// The game in a directory, if the checks find no error in it; otherwise the errors are printed.
[[nodiscard]] Result<game::Game> sound_game(Cli const& cli, std::string const& directory);

/// The players given by --players, or as many as the artifacts mention, at least two.
[[nodiscard]] Result<std::vector<std::string>> participants(GameOptions const& options,
                                                            game::Game const& game);

/// Whether --players and --bots can be right for any game.
[[nodiscard]] Result<void> check_participants(GameOptions const& options);

[[nodiscard]] Result<play::Bot> bot_of(GameOptions const& options);

Result<Exit> simulate_game(Cli const& cli, GameOptions const& options);
Result<Exit> play_game(Cli const& cli, GameOptions const& options);
Result<Exit> replay_play(Cli const& cli, GameOptions const& options);

} // namespace artifactd
