// A story as the commands that only look at it need it.
#pragma once

#include "agents/turn/store/reading.hpp"
#include "agents/turn/store/story_rows.hpp"
#include "daemon/commands/turn_options.hpp"

namespace artifactd {

struct NamedStory {
  NamedSession named;
  turn::Store store;
  turn::StoryRow row;
};

/// The story of a session's directory. Fault::missing where it has none.
[[nodiscard]] Result<NamedStory> story_argument(Config const& config, std::string const& session);

/// Up to the scene that is asked for; that one alone with `alone`.
[[nodiscard]] turn::Scenes scenes_of(std::optional<std::int64_t> const& turn, bool alone,
                                     bool undone = false);

} // namespace artifactd
