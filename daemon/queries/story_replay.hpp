// The answer to `turn replay`: turns of a story played again from their recorded replies, and whether they
// came out the same.
#pragma once

#include "agents/turn/replay.hpp"
#include "daemon/queries/named_story.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace artifactd {

struct StoryReplay {
  std::string session_id; ///< the story's
  std::vector<turn::Replayed> turns;
  std::size_t different = 0;
  std::int64_t copied = 0; ///< played elsewhere
};

/// Fault::missing if no turn has been played in that range. `on_turn` is called after each; may be empty.
[[nodiscard]] Result<StoryReplay> replay_story(NamedStory const& story, turn::TurnRange const& turns,
                                               turn::DiceFrom dice,
                                               std::function<void(turn::Replayed const&)> const& on_turn);

[[nodiscard]] Json to_json(StoryReplay const& replay);

} // namespace artifactd
