#include "agents/turn/store/rows/past_rows.hpp"

#include <array>
#include <fmt/core.h>

namespace artifactd::turn {

namespace {

/// The line feed keeps it distinct from every id that a request can have.
SceneKey past_key(std::string const& session_id, std::int64_t index, Time at) {
  auto id = fmt::format("past\n{}", index);
  auto scene = scene_id_of(session_id, id);
  return {.session_id = session_id,
          .user_action_id = std::move(id),
          .scene_id = std::move(scene),
          .scene_index = index,
          .at = at};
}

Result<void> insert_turn(Database& database, SceneKey const& key, std::string const& persona_id,
                         CastIds const& cast, PastTurn const& turn) {
  TRY(insert_actions(database, key, cast, std::array{ActionRecord{persona_id, turn.text}}));
  TRY(insert_messages(
      database, key,
      std::array{MessageRecord{"user", turn.text}, MessageRecord{"narrator", turn.narration}}));
  Json const payload = {{"text", turn.text}, {"imported", turn.imported}};
  return insert_events(database, key, {}, std::array{EventRecord{"user_action", {}, payload, {}, {}}});
}

} // namespace

Result<std::string> insert_past(Database& database, NewStory const& story, SceneKey const& first,
                                Json const& state, std::span<Relation const> relations) {
  auto const cast = TRY(cast_of(database, story.session_id));
  auto last = first.scene_id;
  for (auto index = first.scene_index; auto const& turn : story.past.turns) {
    auto const key = past_key(story.session_id, ++index, turn.at);
    TRY(insert_scene(database, key, last, state));
    TRY(insert_relations(database, key, cast, relations));
    TRY(insert_turn(database, key, story.frozen.scenario.persona_id, cast, turn));
    last = key.scene_id;
  }
  return last;
}

} // namespace artifactd::turn
