// `artifactctl play adopt` and `play dismiss`: what a person does about a problem in a play.
#pragma once

#include "agents/report/adoption.hpp"
#include "daemon/commands/commands.hpp"

#include <optional>
#include <string>

namespace artifactd {

/// What `play adopt` did, or would do.
struct AdoptedGame {
  std::string play;
  std::optional<report::Adoption> adoption; ///< none: it is already played with the current game
};
[[nodiscard]] game::Value to_json(AdoptedGame const& adopted);

Result<Exit> adopt_game(Cli const& cli, PlayOptions const& options);
Result<Exit> dismiss_issues(Cli const& cli, PlayOptions const& options);

} // namespace artifactd
