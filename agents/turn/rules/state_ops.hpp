// The ops that change a state, from a model's reply or from a ruleset's bands. A list is applied as a whole
// or not at all. It is a pure function of its arguments, so a dry run gives the same result as the real one.
//
//   set              path, value           a declared or existing member
//   increment        path, value > 0       a number; stops at its bounds, which counts as `clamped`
//   decrement        path, value > 0
//   append           path, value           a list; on `present` a character enters
//   remove           path, value           the first equal element of a list; on `present` a character leaves
//   remove           path                  an optional member
//   adjust_relation  a, b, trust?, tension?, closeness?   deltas; stop at the strongest relation
//
// Unused and null members of an op count as missing; `set` takes null as a value.
#pragma once

#include "agents/turn/rules/mechanics.hpp"
#include "agents/turn/rules/scene_state.hpp"

#include <array>

namespace artifactd::turn {

inline constexpr std::array<std::string_view, 6> op_words = {"set",    "increment", "decrement",
                                                             "append", "remove",    "adjust_relation"};

/// What ops may do in a story.
struct StateRules {
  SceneSchema schema;
  Mechanics mechanics;
  Cast cast;
};
/// Fault::invalid for a ruleset with an invalid schema or mechanics; its import would have refused it.
Result<StateRules> state_rules(Ruleset const& ruleset, Cast cast);

enum class OpsBy : std::uint8_t {
  model,  ///< may not change clocks, time or what the ruleset excludes
  engine, ///< a ruleset's bands: an absent declared number counts as 0, and what is gone may be removed
};

struct AppliedOps {
  StoryState after; ///< the base if there are faults
  /// One entry per op, for the event `state_apply`: {op, path, before, after, clamped}; `before` or `after`
  /// is missing if there was or is no value. For a list element: {op, path, value, before, after}, where the
  /// last two are lengths of the list. For a relation: {op, a, b, before, after, clamped}.
  Json applied = Json::array();
  std::vector<std::string> faults; ///< of all ops, each beginning with its pointer: "/state_ops/3/path: …"
};

/// `ops` is the untrusted member of the reply that `pointer` names: anything but a list is a fault, also
/// null.
[[nodiscard]] AppliedOps apply_ops(StateRules const& rules, StoryState const& base, Json const& ops, OpsBy by,
                                   std::string_view pointer = "/state_ops");

} // namespace artifactd::turn
