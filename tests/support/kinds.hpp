// The kinds of work of the tests: all that are served.
#pragma once

#include "agents/edit/edit_kind.hpp"
#include "agents/rule/rule_kind.hpp"
#include "merge/kg/kg_kind.hpp"

namespace artifactd::test {

/// Stands in for `state`, which tests of the lower rooms do not link.
inline constexpr DocumentSteps no_steps{};
inline constexpr KindTraits document_traits{.document = &no_steps,
                                            .inputs = "state.json.error",
                                            .first_file = "state.json.error",
                                            .to_repair = "repair it",
                                            .history_command = "state log"};
inline constexpr Kind document_kind("state", document_traits);

inline Kinds const& kinds() {
  static Kinds const all{edit_kind, kg_kind, rule_kind, document_kind};
  return all;
}

} // namespace artifactd::test
