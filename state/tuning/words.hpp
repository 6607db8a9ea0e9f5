// The words of a tuning state's enumerations, each list in the order of its enum (state/tuning/tuning_state):
// a state is checked and read by the same lists.
#pragma once

#include <array>
#include <string_view>

namespace artifactd::tuning {

inline constexpr std::array<std::string_view, 4> status_words = {"pending", "running", "completed", "failed"};
inline constexpr std::array<std::string_view, 3> gate_words = {"pass", "review", "fail"};
inline constexpr std::array<std::string_view, 5> grading_words = {"critical", "high", "medium", "low",
                                                                  "none"};
inline constexpr std::array<std::string_view, 3> change_words = {"create", "modify", "delete"};
inline constexpr std::array<std::string_view, 4> outcome_words = {"", "success", "failure", "skipped"};
/// The types of issues, by the area whose diagnosis finds them.
inline constexpr std::array<std::string_view, 4> area_types = {"context_explosion", "memory_loss",
                                                               "dataflow_break", "agent_failure"};

} // namespace artifactd::tuning
