// The ops by which a state changes, from a model's reply or from a ruleset's bands. A list is applied as a
// whole or not at all; it is a pure function of its arguments, so a dry run and the real thing are the same.
//
//   set              path, value           a declared or existing member
//   increment        path, value > 0       a number; stops at its bounds, which counts as `clamped`
//   decrement        path, value > 0
//   append           path, value           a list; on `present` a character enters
//   remove           path, value           the first equal element of a list; on `present` a character leaves
//   remove           path                  an optional member
//   adjust_relation  a, b, trust?, tension?, closeness?   deltas; stop at the strongest relation
//
// Members that an op has no use for, and those that are null, count as missing; `set` takes null as a value.
#pragma once

#include "agents/turn/mechanics.hpp"
#include "agents/turn/scene_state.hpp"

#include <array>

namespace artifactd::turn {

inline constexpr std::array<std::string_view, 6> op_words = {"set",    "increment", "decrement",
                                                             "append", "remove",    "adjust_relation"};

/// What a story allows its ops.
struct StateRules {
  SceneSchema schema;
  Mechanics mechanics;
  Cast cast;
};
/// Fault::invalid for a ruleset whose schema or mechanics do not hold, which its import would have refused.
Result<StateRules> state_rules(Ruleset const& ruleset, Cast cast);

enum class OpsBy : std::uint8_t {
  model,  ///< a model: may not touch clocks, time or what the ruleset leaves out
  engine, ///< a ruleset's bands: an absent declared number counts as 0
};

struct AppliedOps {
  StoryState after; ///< the base where there are faults
  /// One entry per op, for the event `state_apply`: {op, path, before, after, clamped}; `before` is missing
  /// where nothing was there, `after` where nothing is. An element of a list: {op, path, value, before,
  /// after}, these being the list's lengths. A relation: {op, a, b, before, after, clamped}.
  Json applied = Json::array();
  std::vector<std::string> faults; ///< of all ops, each beginning with its pointer: "/state_ops/3/path: …"
};

/// `ops` is the member of the reply that `pointer` names, untrusted: no list, or a null, is a fault.
[[nodiscard]] AppliedOps apply_ops(StateRules const& rules, StoryState const& base, Json const& ops, OpsBy by,
                                   std::string_view pointer = "/state_ops");

} // namespace artifactd::turn
