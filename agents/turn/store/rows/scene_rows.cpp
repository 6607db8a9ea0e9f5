#include "agents/turn/store/rows/scene_rows.hpp"

#include "agents/turn/limits.hpp"
#include "state/dice/draws.hpp"

#include <fmt/core.h>

namespace artifactd::turn {

namespace {

bool in_range(int value) noexcept {
  return value >= -strongest_relation && value <= strongest_relation;
}

} // namespace

std::string scene_id_of(std::string_view session_id, std::string_view user_action_id) {
  return entity_id(session_id, user_action_id, "scene", 0);
}

Result<CastIds> cast_of(Database& database, std::string const& session_id) {
  auto const ids = TRY(
      all_texts(database, "SELECT character_id FROM session_characters WHERE session_id = ?", session_id));
  return CastIds(ids.begin(), ids.end());
}

Result<void> insert_scene(Database& database, SceneKey const& key, std::string const& base_scene_id,
                          Json const& state) {
  return execute(database,
                 "INSERT INTO scenes(id, session_id, scene_index, base_scene_id, state_json, created_at) "
                 "VALUES(?, ?, ?, ?, ?, ?)",
                 key.scene_id, key.session_id, key.scene_index, OrNull{base_scene_id}, JsonText(state),
                 key.at);
}

Result<void> insert_relations(Database& database, SceneKey const& key, CastIds const& cast,
                              std::span<Relation const> relations) {
  if (relations.empty()) return {};
  auto row = TRY(database.prepare(
      "INSERT INTO scene_relations(id, session_id, scene_id, character_a_id, character_b_id, trust, tension, "
      "closeness, created_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (std::uint64_t n = 0; auto const& edge : relations) {
    auto const known = cast.contains(edge.a) && cast.contains(edge.b);
    if (!known || edge.a >= edge.b || !seen.emplace(edge.a, edge.b).second || !in_range(edge.trust) ||
        !in_range(edge.tension) || !in_range(edge.closeness))
      return fail(Fault::invalid,
                  fmt::format("the relation of \"{}\" and \"{}\" is not an edge between two characters "
                              "of the story, or is out of range",
                              edge.a, edge.b));
    TRY(run_with(row, key.id("relation", n++), key.session_id, key.scene_id, edge.a, edge.b, edge.trust,
                 edge.tension, edge.closeness, key.at));
  }
  return {};
}

Result<void> insert_actions(Database& database, SceneKey const& key, CastIds const& cast,
                            std::span<ActionRecord const> actions) {
  if (actions.empty()) return {};
  auto row = TRY(database.prepare(
      "INSERT INTO actions(id, session_id, scene_id, character_id, position, action_text, intent_tags, "
      "resolved_outcome, created_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  std::set<std::string_view> acted;
  for (std::uint64_t n = 0; auto const& action : actions) {
    if (!cast.contains(action.character_id) || !acted.insert(action.character_id).second)
      return fail(Fault::invalid,
                  fmt::format("\"{}\" acts twice, or is not in the story", action.character_id));
    TRY(run_with(row, key.id("action", n), key.session_id, key.scene_id, action.character_id, n,
                 action.action_text, JsonText(action.intent_tags), JsonText(action.resolved_outcome),
                 key.at));
    ++n;
  }
  return {};
}

Result<void> insert_messages(Database& database, SceneKey const& key,
                             std::span<MessageRecord const> messages) {
  if (messages.empty()) return {};
  auto row = TRY(
      database.prepare("INSERT INTO messages(id, session_id, scene_id, position, role, content, created_at) "
                       "VALUES(?, ?, ?, ?, ?, ?, ?)"));
  for (std::uint64_t n = 0; auto const& [role, content] : messages) {
    TRY(run_with(row, key.id("message", n), key.session_id, key.scene_id, n, role, content, key.at));
    ++n;
  }
  return {};
}

Result<void> insert_dice(Database& database, SceneKey const& key, std::span<DiceRecord const> dice) {
  for (auto const& [roll_index, rolled, context] : dice) {
    auto const json = dice::to_json(rolled);
    TRY(execute(database,
                "INSERT INTO dice_rolls(id, session_id, scene_id, roll_index, expression, seed, generator, "
                "rolls, dice, modifier, total, context, created_at) "
                "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                key.id("dice", roll_index), key.session_id, key.scene_id, roll_index, rolled.expression,
                rolled.seed, dice::generator, JsonText(json.at("rolls")), JsonText(json.at("dice")),
                rolled.modifier, rolled.total, JsonText(context), key.at));
  }
  return {};
}

Result<void> insert_events(Database& database, SceneKey const& key, std::string const& attempt_id,
                           std::span<EventRecord const> events, std::int64_t first) {
  if (events.empty()) return {};
  auto row = TRY(database.prepare(
      "INSERT INTO turn_events(id, session_id, scene_id, attempt_id, turn_index, position, event_type, "
      "step_name, "
      "payload_json, model_key, prompt_version, created_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  auto const kind = "event" + attempt_id;
  auto const scene = attempt_id.empty() ? std::string_view(key.scene_id) : std::string_view();
  for (auto position = first; auto const& event : events) {
    TRY(run_with(row, key.id(kind, static_cast<std::uint64_t>(position)), key.session_id, OrNull{scene},
                 OrNull{attempt_id}, key.scene_index, position, event.event_type, OrNull{event.step_name},
                 compact(event.payload_json), OrNull{event.model_key}, OrNull{event.prompt_version}, key.at));
    ++position;
  }
  return {};
}

} // namespace artifactd::turn
