// A scene's state has three zones. Members declared by the ruleset's schema are judged by it. `present` and
// `relations` belong to the engine: models change them only through their own ops, and the schema judges them
// only if it declares them. Other members are as free as the schema allows.
#pragma once

#include "agents/turn/rules/scene_schema.hpp"
#include "agents/turn/story.hpp"

namespace artifactd::turn {

/// Who is in a story.
struct Cast {
  std::vector<std::string> ids; ///< including the persona's
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

/// A fault in a part of a state; the pointer leads into the state and is empty for the whole state.
struct StateFault {
  std::string pointer;
  std::string message;
  bool operator==(StateFault const&) const = default;
};

struct FirstState {
  StoryState state;
  std::vector<StateFault> faults; ///< in `relations`; judge_state() finds the rest
};

/// The state of scene 0: `relations` of the seed become edges.
[[nodiscard]] FirstState first_state(Json const& scene_seed, Cast const& cast);

/// Checks a state against the schema, the characters in `present`, and the size limits. A schema that takes
/// too much work to judge is a fault, too.
[[nodiscard]] std::vector<StateFault> judge_state(SceneSchema const& schema, StoryState const& state,
                                                  Cast const& cast);

/// Why a value is too large, `depth` objects and lists deep in a state; empty if it is not.
[[nodiscard]] std::string size_fault(Json const& value, std::size_t depth);

/// Who is present, in the cast's order: `present` of the state, or everybody if it has no such member.
[[nodiscard]] std::vector<std::string> present(Json const& state, Cast const& cast);

/// Who has a part in a turn, in the cast's order: everybody present, and the persona.
[[nodiscard]] std::vector<std::string> involved(Json const& state, Cast const& cast);

/// What models are shown: the state, and `relations` if there are any; with `only_of` only that character's.
[[nodiscard]] Json told_state(StoryState const& state, std::string_view only_of = {});

/// [{a, b, trust, tension, closeness}]
[[nodiscard]] Json to_json(std::vector<Relation> const& relations);
/// Only for what artifactd wrote.
[[nodiscard]] std::vector<Relation> relations_from_json(Json const& edges);

} // namespace artifactd::turn
