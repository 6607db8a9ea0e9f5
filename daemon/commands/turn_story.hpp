// A story as the commands that only look at it need it.
#pragma once

#include "agents/turn/story_view.hpp"
#include "daemon/commands/turn_options.hpp"

namespace artifactd {

struct NamedStory {
  NamedSession named;
  turn::Store store;
  turn::StoryRow row;
};

/// The database of the configuration. One that is damaged, or that this version does not know, is trouble
/// with the disk: Fault::io.
[[nodiscard]] Result<turn::Store> open_stories(Config const& config);

/// The story of a session's directory. Fault::missing where it has none.
[[nodiscard]] Result<NamedStory> story_argument(Config const& config, std::string const& session);

/// What is asked about the story of a session's directory: of the database, or of the daemon that has it
/// where this user may not open it.
[[nodiscard]] Result<Json> look_at_story(Config const& config, std::string const& session,
                                         turn::StoryView const& view);

} // namespace artifactd
