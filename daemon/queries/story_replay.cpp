#include "daemon/queries/story_replay.hpp"

namespace artifactd {

Result<StoryReplay> replay_story(NamedStory const& story, turn::TurnRange const& turns, turn::DiceFrom dice,
                                 std::function<void(turn::Replayed const&)> const& on_turn) {
  if (turns.last < turns.first) return fail(Fault::missing, "no turn has been played yet");
  StoryReplay replay{.session_id = story.row.id, .turns = {}};
  auto const take = [&](turn::Replayed const& replayed) {
    if (!replayed.difference.empty()) ++replay.different;
    if (replayed.copied) ++replay.copied;
    replay.turns.push_back(replayed);
    if (on_turn) on_turn(replayed);
  };
  TRY(turn::replay_turns(story.store, story.row.id, turns, dice, take));
  return replay;
}

Json to_json(StoryReplay const& replay) {
  return {{"version", 1}, {"session_id", replay.session_id}, {"turns", json_list(replay.turns)}};
}

} // namespace artifactd
