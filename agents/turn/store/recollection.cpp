#include "agents/turn/store/recollection.hpp"

#include "agents/turn/store/reading.hpp"
#include "agents/turn/store/rows/row.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace artifactd::turn {

namespace {

std::size_t class_of(Observation const& observation) {
  constexpr std::int64_t most_counted = 3;
  auto const multiplier = std::clamp<std::int64_t>(observation.reinforcement_count, 0, most_counted);
  return static_cast<std::size_t>((observation.importance - 1) * (most_counted + 1) + multiplier);
}

constexpr std::string_view made_in_scene =
    "SELECT o.id, o.character_id, o.content, o.first_importance, o.created_at FROM scenes s JOIN "
    "observations o "
    "ON o.scene_id = s.id WHERE s.session_id = ? AND s.scene_index = ? AND s.undone_at IS NULL";
constexpr std::string_view reinforced_in_scene =
    "SELECT r.observation_id, r.importance FROM scenes s JOIN reinforcements r ON r.scene_id = s.id "
    "WHERE s.session_id = ? AND s.scene_index = ? AND s.undone_at IS NULL";

/// What one scene adds.
struct Lesson {
  std::vector<Observation> made;
  std::vector<std::pair<std::string, int>> reinforced; ///< id, importance
};

Result<Lesson> lesson_of(Database& database, std::string const& session_id, std::int64_t scene_index) {
  Lesson lesson;
  auto made = TRY(query(database, made_in_scene, session_id, scene_index));
  lesson.made = TRY(read_rows(made, [&](Statement const& row) -> Observation {
    return {.id = row.text(0),
            .character_id = row.text(1),
            .content = row.text(2),
            .importance = static_cast<int>(row.number(3)),
            .created_at = row.number(4),
            .scene_index = scene_index};
  }));
  auto reinforced = TRY(query(database, reinforced_in_scene, session_id, scene_index));
  while (TRY(reinforced.step()))
    lesson.reinforced.emplace_back(reinforced.text(0), static_cast<int>(reinforced.number(1)));
  return lesson;
}

} // namespace

bool Recollection::NewestFirst::operator()(Observation const* left, Observation const* right) const noexcept {
  return left->created_at != right->created_at ? left->created_at > right->created_at : left->id < right->id;
}

Result<Recollection> Recollection::at(Store const& store, std::string const& session_id,
                                      std::int64_t scene_index) {
  Recollection recollection;
  recollection.session_id_ = session_id;
  recollection.scene_index_ = scene_index;
  for (auto& each : TRY(observations(store, session_id, {}, scene_index)))
    recollection.add(std::move(each));
  return recollection;
}

Result<void> Recollection::advance(Store const& store) {
  ++scene_index_;
  auto lesson =
      TRY(store.read([&](Database& database) { return lesson_of(database, session_id_, scene_index_); }));
  for (auto& each : lesson.made)
    add(std::move(each));
  for (auto const& [id, importance] : lesson.reinforced)
    reinforce(id, importance);
  return {};
}

void Recollection::add(Observation observation) {
  auto const id = observation.id;
  auto const& kept = observations_.emplace(id, std::move(observation)).first->second;
  classes_[kept.character_id].at(class_of(kept)).insert(&kept);
}

void Recollection::reinforce(std::string const& id, int importance) {
  auto const found = observations_.find(id);
  if (found == observations_.end()) return; // `turn check --database` reports it
  auto& observation = found->second;
  auto& classes = classes_[observation.character_id];
  classes.at(class_of(observation)).erase(&observation);
  observation.importance = std::max(observation.importance, importance);
  ++observation.reinforcement_count;
  classes.at(class_of(observation)).insert(&observation);
}

Memory Recollection::of(std::string const& character_id, Decay const& decay, Time now) const {
  auto const found = classes_.find(character_id);
  if (found == classes_.end()) return {};
  std::vector<Observation> candidates;
  for (auto const& of_class : found->second)
    for (auto const* each : of_class | std::views::take(std::max(newest_told, strongest_told)))
      candidates.push_back(*each);
  Moment const moment{now, scene_index_};
  return {newest(candidates, decay, moment), strongest(candidates, decay, moment)};
}

} // namespace artifactd::turn
