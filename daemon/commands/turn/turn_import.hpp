// Imports files into the database.
#pragma once

#include "agents/turn/store/store.hpp"
#include "daemon/commands/turn/turn_options.hpp"

namespace artifactd {

inline constexpr std::size_t largest_import = 64 << 20; ///< bytes of a file

/// Documents, cards and lorebooks: all of them or none. `check` only judges them.
Result<Exit> bring_in(Cli const& cli, turn::Store const& store, TurnContentOptions const& options);

/// A chat becomes the past of a new story in a directory.
Result<Exit> bring_in_chat(Cli const& cli, Config const& config, turn::Store const& store,
                           TurnContentOptions const& options);

} // namespace artifactd
