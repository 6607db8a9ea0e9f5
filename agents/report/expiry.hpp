// Proposals that can no longer be confirmed, as far as that shows without playing the log again.
#pragma once

#include "agents/report/report_book.hpp"
#include "agents/report/report_policy.hpp"
#include "state/session/session.hpp"

namespace artifactd::report {

/// Whether an open proposal is too old, its play went on or is gone, or the state.json that it was to set
/// right was changed again. `confirm` may refuse others, too.
[[nodiscard]] bool has_expired(Session const& session, Proposal const& proposal, ReportPolicy const& policy);

[[nodiscard]] bool is_too_old(Proposal const& proposal, ReportPolicy const& policy);

} // namespace artifactd::report
