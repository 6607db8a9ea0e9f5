#include "daemon/commands/turn_story.hpp"

#include <fmt/core.h>

namespace artifactd {

Result<NamedStory> story_argument(Config const& config, std::string const& session) {
  auto named = TRY(session_argument(config, session));
  auto store = TRY(turn::Store::open(config.stories_path()));
  auto const directory = turn::story_directory({}, named.session.shown(), named.session.stamp());
  auto row = TRY(turn::find_story(store, directory));
  if (!row)
    return fail(Fault::missing,
                fmt::format("{} has no story: artifactctl turn begin", named.session.shown()));
  return NamedStory{std::move(named), std::move(store), *std::move(row)};
}

turn::Scenes scenes_of(std::optional<std::int64_t> const& turn, bool alone, bool undone) {
  turn::Scenes scenes{.undone = undone};
  if (turn) scenes.to = *turn;
  if (turn && alone) scenes.from = *turn;
  return scenes;
}

} // namespace artifactd
