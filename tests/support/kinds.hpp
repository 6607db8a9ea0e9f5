// The kinds of work of the tests: all that are served.
#pragma once

#include "agents/edit/edit_kind.hpp"
#include "agents/rule/rule_kind.hpp"
#include "merge/kg/kg_kind.hpp"
#include "state/tuning/state_kind.hpp"

namespace artifactd::test {

inline Kinds const& kinds() {
  static Kinds const all{edit_kind, kg_kind, rule_kind, state_kind};
  return all;
}

} // namespace artifactd::test
