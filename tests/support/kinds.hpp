// The kinds of work that the tests serve.
#pragma once

#include "agents/edit/edit_kind.hpp"
#include "agents/rule/rule_kind.hpp"
#include "merge/kg/kg_kind.hpp"

namespace artifactd::test {

/// Stand-ins for kinds that tests of lower layers do not link.
inline constexpr KindTraits request_traits = [] {
  auto traits = edit_traits;
  traits.codes = nullptr;
  traits.beyond_agent = nullptr;
  return traits;
}();
inline constexpr Kind request_kind("edit", request_traits);

inline constexpr DocumentSteps no_steps{};
inline constexpr KindTraits document_traits{.document = &no_steps,
                                            .inputs = "state.json.error",
                                            .first_file = "state.json.error",
                                            .to_repair = "repair it",
                                            .history_command = "state log"};
inline constexpr Kind document_kind("state", document_traits);

inline Kinds const& kinds() {
  static Kinds const all{request_kind, kg_kind, rule_kind, document_kind};
  return all;
}

} // namespace artifactd::test
