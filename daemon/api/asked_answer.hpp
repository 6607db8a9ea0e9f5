// Requests that are answered by a result in the session, and what is said while it is not there yet.
#pragma once

#include "daemon/api/acting_case.hpp"
#include "daemon/interventions/asked_step.hpp"

namespace artifactd {

/// More would keep others waiting.
inline constexpr Duration asking_patience = std::chrono::seconds(1);

/// The signal of that name and kind in the question's session.
[[nodiscard]] Result<Case> case_named(WebContext const& context, WebQuestion const& question,
                                      std::string const& name, std::string_view kind);

/// The turn signal of this user_action_id: the same for the same id, so that a repeated action is the same
/// signal.
[[nodiscard]] Result<Case> case_of_action(WebContext const& context, WebQuestion const& question,
                                          std::string const& action);

/// The result; 202 with the place to look at while it is not there; 422 with the findings if it was refused.
[[nodiscard]] WebAnswer answer_of_step(AskedStep const& step, std::string const& look);

/// Where a report's answer and the result of an action are found. Any text can be a user_action_id: one that
/// no segment of a path can be is in the query.
[[nodiscard]] std::string report_path(WebQuestion const& question, std::string const& name);
[[nodiscard]] std::string turn_path(WebQuestion const& question, std::string const& action);

/// The user_action_id in a question for turn_path().
[[nodiscard]] std::string turn_asked_for(WebQuestion const& question);

} // namespace artifactd
