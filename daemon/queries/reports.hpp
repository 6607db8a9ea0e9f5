// The answers to `report list`, `show` and `wishes`: what players reported about the plays of a session. None
// of them creates a database.
#pragma once

#include "agents/report/report_book.hpp"
#include "agents/report/report_policy.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/names.hpp"

#include <vector>

namespace artifactd {

struct ReportList {
  std::vector<report::Answered> answers;
  std::vector<report::Proposal> proposals;
};

/// Open proposals that can no longer be confirmed are `expired`.
[[nodiscard]] Result<ReportList> list_reports(Session const& session, report::ReportPolicy const& policy);

[[nodiscard]] Json to_json(ReportList const& list);

/// What the player was told, as it was written into the session. Fault::missing before that.
[[nodiscard]] Result<Json> told_answer(Session const& session, Name const& name);

/// The same answer with all its evidence. Fault::missing if none was given.
[[nodiscard]] Result<Json> whole_answer(Session const& session, Name const& name,
                                        report::ReportPolicy const& policy);

/// What players wish for.
[[nodiscard]] Result<std::vector<report::Wish>> kept_wishes(Session const& session,
                                                            report::ReportPolicy const& policy);

} // namespace artifactd
