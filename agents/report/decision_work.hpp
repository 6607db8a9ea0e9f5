// Settles `confirm` and `reject` signals: a proposed correction is made, or closed, as artifactctl does. A
// signal whose decision was already carried out by a killed process is only retired.
#pragma once

#include "agents/report/decision_kind.hpp"
#include "agents/report/report_policy.hpp"
#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// `policy` must outlive them.
[[nodiscard]] KindOfWork confirm_work(report::ReportPolicy const& policy);
[[nodiscard]] KindOfWork reject_work(report::ReportPolicy const& policy);

} // namespace artifactd
