// What characters remembered at earlier scenes, carried from scene to scene or found through an index,
// compared with sorting all observations up to that scene.
#include "agents/turn/store/recollection.hpp"
#include "tests/agents/turn/store/stories.hpp"

#include <rapidcheck/gtest.h>

namespace artifactd::turn {
namespace {

Json shown_memory(Memory const& memory) {
  Json all;
  for (auto const* list : {&memory.newest, &memory.strongest}) {
    auto& shown = all.emplace_back(Json::array());
    for (auto const& each : *list)
      shown.push_back({each.observation.id, each.observation.content, each.observation.importance,
                       each.observation.reinforcement_count, each.observation.scene_index, each.priority});
  }
  return all;
}

Memory sorted_memory(Stories const& stories, std::string const& session, std::string const& character,
                     Decay const& decay, Moment const& now) {
  auto const known = *observations(stories.store, session, character, now.scene_index);
  return {newest(known, decay, now), strongest(known, decay, now)};
}

/// Turns that often repeat earlier observations; some are undone and played differently.
void play_some(Stories& stories, std::string const& session, int turns) {
  for (int n = 0; n < turns; ++n) {
    auto record = stories.record(session, fmt::format("a{}", n));
    record.observations.clear();
    for (auto const* character : {"lena", "bo"})
      for (int i = *rc::gen::inRange(0, 3); i > 0; --i)
        record.observations.push_back({.character_id = character,
                                       .content = fmt::format("seen {}", *rc::gen::inRange(0, 25)),
                                       .importance = *rc::gen::inRange(1, 6),
                                       .reinforces = {}});
    RC_ASSERT(commit_turn(stories.store, record)->change == Change::written);
    if (*rc::gen::inRange(0, 6) == 0)
      RC_ASSERT(undo_turns(stories.store, session, 1, stories.asked(fmt::format("u{}", n))));
  }
}

RC_GTEST_PROP(Recollections, AreTheSameAtEverySceneAsSortingAllOfThem, ()) {
  Stories stories;
  stories.skip_flushes();
  auto const session = stories.begin();
  play_some(stories, session, *rc::gen::inRange(1, 40));
  auto const story = stories.at(session);
  Decay const decay{.lambda = *rc::gen::element(0.0, 0.01, 3.0),
                    .clock = *rc::gen::element(Decay::Clock::wall, Decay::Clock::turns)};
  auto const first = *rc::gen::inRange<std::int64_t>(0, story.scene_index + 1);
  auto carried = *Recollection::at(stories.store, session, first);
  for (auto scene = first; scene <= story.scene_index; ++scene) {
    auto const at = stories.clock + *rc::gen::inRange<Time>(-100'000, 100'000);
    auto const found = *memories_at(stories.store, story, scene, {.decay = decay, .now = at});
    for (auto const& character : story.character_ids) {
      auto const wanted = shown_memory(sorted_memory(stories, session, character, decay, {at, scene}));
      RC_ASSERT(shown_memory(carried.of(character, decay, at)) == wanted);
      RC_ASSERT(shown_memory(found.at(character)) == wanted);
    }
    RC_ASSERT(carried.advance(stories.store));
  }
}

} // namespace
} // namespace artifactd::turn
