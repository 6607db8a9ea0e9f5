// Issues of plays as they are stored when they are found.
#pragma once

#include "agents/report/play_book.hpp"
#include "merge/play/record/detection.hpp"
#include "state/session/session.hpp"

#include <string>

namespace artifactd::report {

/// What the rules of the game show.
[[nodiscard]] PlayIssue issue_of(Session const& session, std::string const& id,
                                 play::DetectedIssue const& found);

/// An issue of the log, which no edit of the game helps.
[[nodiscard]] PlayIssue issue_of(Session const& session, std::string const& id, std::string const& type,
                                 std::uint64_t step, std::string message);

} // namespace artifactd::report
