#include "daemon/kind_list.hpp"

#include "agents/edit/edit_kind.hpp"
#include "agents/rule/rule_kind.hpp"
#include "merge/kg/kg_kind.hpp"
#include "state/tuning/state_kind.hpp"

namespace artifactd {

Kinds served_kinds() {
  return {edit_kind, kg_kind, rule_kind, state_kind}; // what an edit puts in place the others are to find
}

} // namespace artifactd
