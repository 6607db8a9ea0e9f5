// The words of a tuning state, each list in the order of its enumerators (tuning_state.hpp).
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace artifactd::tuning {

inline constexpr std::array<std::string_view, 4> status_words = {"pending", "running", "completed", "failed"};
inline constexpr std::array<std::string_view, 3> gate_words = {"pass", "review", "fail"};
inline constexpr std::array<std::string_view, 5> grading_words = {"critical", "high", "medium", "low",
                                                                  "none"};
/// Of the gradings that are counted: all but `none`.
inline constexpr auto count_words = std::span(grading_words).first<4>();
inline constexpr std::array<std::string_view, 5> verification_words = {"pass", "fail", "pending",
                                                                       "rolled_back", "inconclusive"};
inline constexpr std::array<std::string_view, 3> change_words = {"create", "modify", "delete"};
inline constexpr std::array<std::string_view, 4> outcome_words = {"", "success", "failure", "skipped"};
inline constexpr std::array<std::string_view, 4> area_words = {"context", "memory", "dataflow", "agent"};
/// The types of the issues that the diagnosis of each area finds.
inline constexpr std::array<std::string_view, 4> issue_types = {"context_explosion", "memory_loss",
                                                                "dataflow_break", "agent_failure"};

} // namespace artifactd::tuning
