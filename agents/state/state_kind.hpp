// `state.json` of a skill tuning run: a document, judged by itself and as a step from the one accepted last.
#pragma once

#include "agents/state/guard.hpp"
#include "state/vocabulary/names.hpp"

namespace artifactd {

inline constexpr DocumentSteps state_steps{.submit_again = tuning::submit_refused,
                                           .give_up = tuning::put_refused_by,
                                           .keep_copy = tuning::copy_refused,
                                           .is_accepted = tuning::is_accepted_state,
                                           .restore_command = tuning::restore_command};
/// The invariants of a tuning state.
[[nodiscard]] std::span<FindingCode const> state_codes();

inline constexpr KindTraits state_traits{.document = &state_steps,
                                         .inputs = "state.json.error",
                                         .first_file = "state.json.error",
                                         .to_repair = "repair it",
                                         .history_command = "state log",
                                         .check_command = "state check",
                                         .codes = state_codes};
inline constexpr Kind state_kind("state", state_traits);

[[nodiscard]] inline SignalName state_signal() {
  return document_signal(state_kind);
}

} // namespace artifactd
