// `state.json` of a skill tuning run: a document, judged as it is and as a step from the one accepted last.
#pragma once

#include "state/names.hpp"

namespace artifactd {

inline constexpr KindTraits state_traits{.document = true,
                                         .inputs = "state.json.error",
                                         .first_file = "state.json.error",
                                         .to_repair = "repair it",
                                         .history_command = "state log"};
inline constexpr Kind state_kind("state", state_traits);

[[nodiscard]] inline SignalName state_signal() {
  return document_signal(state_kind);
}

} // namespace artifactd
