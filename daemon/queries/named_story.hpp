// Finds and opens the story of a session named on the command line.
#pragma once

#include "agents/turn/story_view.hpp"
#include "daemon/queries/named_session.hpp"

namespace artifactd {

struct NamedStory {
  NamedSession named;
  turn::Store store;
  turn::StoryRow row;
};

/// The database of the configuration. If it is damaged or of an unknown version: Fault::io.
[[nodiscard]] Result<turn::Store> open_stories(Config const& config);

/// There is no such file: a question need not make it.
[[nodiscard]] bool no_story_yet(Config const& config);

/// The story of a session's directory. Fault::missing if it has none.
[[nodiscard]] Result<NamedStory> story_argument(Config const& config, std::string const& session);

/// Whether the session's directory has a story. An Error if nobody tells this user.
[[nodiscard]] Result<bool> has_story(Config const& config, NamedSession const& named);

/// The answer to a question about the story of a session's directory: from the database, or from the daemon
/// if this user may not open the database.
[[nodiscard]] Result<Json> look_at_story(Config const& config, std::string const& session,
                                         turn::StoryView const& view);

} // namespace artifactd
