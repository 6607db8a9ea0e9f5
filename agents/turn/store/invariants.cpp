#include "agents/turn/store/invariants.hpp"

#include "agents/turn/store/rows/hanging_tables.hpp"
#include "agents/turn/store/rows/observation_rows.hpp"

#include <array>
#include <fmt/format.h>

namespace artifactd::turn {

namespace {

struct Fixed {
  char const* fault;
  char const* sql;
};

constexpr std::array fixed_invariants = {
    Fixed{"the scenes of a story are not numbered 0, 1, 2, …",
          "SELECT session_id FROM scenes WHERE undone_at IS NULL GROUP BY session_id HAVING min(scene_index) "
          "<> "
          "0 OR "
          "count(*) <> max(scene_index) + 1 OR count(DISTINCT scene_index) <> count(*)"},
    Fixed{
        "a story is not at its latest scene",
        "SELECT id, current_scene_id FROM sessions WHERE current_scene_id <> coalesce((SELECT s.id FROM "
        "scenes s "
        "WHERE s.session_id = sessions.id AND s.undone_at IS NULL ORDER BY s.scene_index DESC LIMIT 1), '')"},
    Fixed{"a scene does not follow its base",
          "SELECT s.session_id, s.id FROM scenes s LEFT JOIN scenes b ON b.id = s.base_scene_id WHERE "
          "s.scene_index > 0 "
          "AND (b.id IS NULL OR b.session_id <> s.session_id OR b.scene_index <> s.scene_index - 1 OR "
          "b.created_at > s.created_at OR (s.undone_at IS NULL AND b.undone_at IS NOT NULL))"},
    Fixed{"a relation is not a normalised edge between two characters of its story",
          "SELECT r.session_id, r.id FROM scene_relations r WHERE r.character_a_id >= r.character_b_id OR "
          "2 <> (SELECT count(*) FROM session_characters c WHERE c.session_id = r.session_id AND "
          "c.character_id "
          "IN "
          "(r.character_a_id, r.character_b_id))"},
    Fixed{"a scene has two edges between the same pair",
          "SELECT scene_id, first, second FROM (SELECT scene_id, CASE WHEN character_a_id < character_b_id "
          "THEN "
          "character_a_id ELSE character_b_id END AS first, CASE WHEN character_a_id < character_b_id THEN "
          "character_b_id ELSE character_a_id END AS second FROM scene_relations) pairs "
          "GROUP BY scene_id, first, second HAVING count(*) > 1"},
    Fixed{
        "a story's character_ids do not match its members",
        "SELECT id FROM sessions WHERE character_ids <> (SELECT json_group_array(character_id) FROM (SELECT "
        "character_id FROM session_characters WHERE session_id = sessions.id ORDER BY position) members)"},
    Fixed{
        "a scenario's character_ids do not match its members",
        "SELECT id FROM scenarios WHERE character_ids <> (SELECT json_group_array(character_id) FROM (SELECT "
        "character_id FROM scenario_characters WHERE scenario_id = scenarios.id ORDER BY position) members)"},
    Fixed{"a story has more than one persona, or no other character",
          "SELECT session_id FROM session_characters GROUP BY session_id HAVING count(CASE WHEN role = "
          "'user_persona' THEN 1 END) > 1 OR count(CASE WHEN role = 'npc' THEN 1 END) = 0"},
    Fixed{"an observation is reinforced by a scene of another story, or not after it",
          "SELECT o.session_id, o.id, r.scene_id FROM reinforcements r JOIN observations o ON o.id = "
          "r.observation_id "
          "JOIN scenes made ON made.id = o.scene_id JOIN scenes s ON s.id = r.scene_id WHERE s.session_id <> "
          "o.session_id OR s.scene_index <= made.scene_index"},
    Fixed{"a scene was played by the documents of another story",
          "SELECT d.session_id, d.scene_id FROM scene_documents d JOIN scenes s ON s.id = d.scene_id WHERE "
          "s.session_id <> d.session_id"},
    Fixed{"a request and its scene belong to different stories",
          "SELECT t.session_id, t.user_action_id FROM turns t JOIN scenes s ON s.id = t.scene_id WHERE "
          "s.session_id <> "
          "t.session_id"},
    Fixed{
        "the turn of an attempt that is done is missing",
        "SELECT session_id, id FROM turn_attempts a WHERE state = 'done' AND NOT EXISTS (SELECT 1 FROM turns "
        "t WHERE "
        "t.session_id = a.session_id AND t.user_action_id = a.user_action_id)"},
    Fixed{"the documents of a story are missing", "SELECT n.id, n.frozen_digest FROM sessions n WHERE NOT "
                                                  "EXISTS (SELECT 1 FROM story_documents d WHERE "
                                                  "d.session_id = n.id AND d.digest = n.frozen_digest)"},
    Fixed{
        "somebody acts who is not in the story",
        "SELECT a.session_id, a.id FROM actions a WHERE NOT EXISTS (SELECT 1 FROM session_characters c WHERE "
        "c.session_id = a.session_id AND c.character_id = a.character_id)"},
    Fixed{"an event and its attempt belong to different stories",
          "SELECT e.session_id, e.id FROM turn_events e JOIN turn_attempts a ON a.id = e.attempt_id WHERE "
          "a.session_id <> e.session_id"},
    Fixed{"two requests have the same id", "SELECT id FROM turns GROUP BY id HAVING count(*) > 1"},
    Fixed{"an event has neither scene nor attempt",
          "SELECT session_id, id FROM turn_events WHERE scene_id IS NULL AND attempt_id IS NULL"}};

} // namespace

std::vector<Invariant> invariants() {
  std::vector<Invariant> all;
  for (auto const& [fault, sql] : fixed_invariants)
    all.push_back({fault, sql});
  all.push_back(
      {"the importance or the count of an observation does not match its reinforcements",
       fmt::format(
           "SELECT session_id, id FROM observations WHERE reinforcement_count <> {} OR importance <> {}",
           reinforced_count, reinforced_importance)});
  for (auto const& table : hanging_tables())
    if (table.columns[1].name == std::string_view("session_id")) {
      all.push_back({fmt::format("two rows of {} have the same id", table.name),
                     fmt::format("SELECT id FROM {} GROUP BY id HAVING count(*) > 1", table.name)});
      all.push_back(
          {fmt::format("a row of {} and its scene belong to different stories", table.name),
           fmt::format(
               "SELECT x.session_id, x.id FROM {} x JOIN scenes s ON s.id = x.scene_id WHERE s.session_id <> "
               "x.session_id",
               table.name)});
    }
  return all;
}

} // namespace artifactd::turn
