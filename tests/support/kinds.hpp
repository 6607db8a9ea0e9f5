// The kinds of work of the tests: all that are served.
#pragma once

#include "agents/edit/edit_kind.hpp"
#include "agents/rule/rule_kind.hpp"
#include "merge/kg/kg_kind.hpp"

namespace artifactd::test {

/// In place of `state`, of which tests of lower rooms link nothing: what a person may do with it is left out.
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
