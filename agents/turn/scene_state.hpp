// A scene's state has three zones. Members that the ruleset's schema declares are judged by it. `present` and
// `relations` are the engine's: models reach them only by their own ops, and the schema judges them only
// where it declares them. Other members are as free as the schema leaves them.
#pragma once

#include "agents/turn/scene_schema.hpp"
#include "agents/turn/story.hpp"

namespace artifactd::turn {

/// Who is in a story.
struct Cast {
  std::vector<std::string> ids; ///< the persona's included
  std::string persona_id;
  [[nodiscard]] bool knows(std::string_view id) const noexcept;
};
[[nodiscard]] Cast cast_of(Scenario const& scenario);

/// What ops change.
struct StoryState {
  Json state = Json::object();     ///< without `relations`
  std::vector<Relation> relations; ///< by (a, b), one per pair
  bool operator==(StoryState const&) const = default;
};

/// What is wrong with a part of a state; the pointer leads into the state, and is empty for all of it.
struct StateFault {
  std::string pointer;
  std::string message;
  bool operator==(StateFault const&) const = default;
};

struct FirstState {
  StoryState state;
  std::vector<StateFault> faults; ///< of `relations`; the rest is judge_state's
};

/// The state of scene 0: `relations` of the seed become edges.
[[nodiscard]] FirstState first_state(Json const& scene_seed, Cast const& cast);

/// Whether a state is as the schema wants it, who is in `present`, and the limits of a state's size. A schema
/// that asks for too much work to judge is one fault, too.
[[nodiscard]] std::vector<StateFault> judge_state(SceneSchema const& schema, StoryState const& state,
                                                  Cast const& cast);

/// What is wrong with the size of a value `depth` objects and lists deep in a state: empty where nothing is.
[[nodiscard]] std::string size_fault(Json const& value, std::size_t depth);

/// Who is there, in the cast's order: `present` of the state, or everybody where it has no such member.
[[nodiscard]] std::vector<std::string> present(Json const& state, Cast const& cast);

/// As models are told it: the state, and `relations` where there are any; with `only_of` those of that
/// character alone.
[[nodiscard]] Json told_state(StoryState const& state, std::string_view only_of = {});

/// [{a, b, trust, tension, closeness}]
[[nodiscard]] Json to_json(std::vector<Relation> const& relations);

} // namespace artifactd::turn
