// Corrections of a play after confirmation: appended to its log while that is locked, completely or not at
// all, and never twice.
#pragma once

#include "agents/report/report_book.hpp"
#include "agents/report/report_policy.hpp"
#include "state/session/session.hpp"

#include <sys/types.h>

namespace artifactd::report {

/// Whether this user may confirm, reject and undo in a session of that owner.
[[nodiscard]] bool may_confirm(ReportPolicy const& policy, uid_t user, uid_t owner) noexcept;

/// Applies an open proposal, or completes one that a killed process applied. Fault::changed if the play went
/// on, or its state was changed again, or the proposal is too old: then it has expired. Fault::busy while a
/// host holds the log; Fault::exists if it is not open; Fault::invalid if it cannot be applied.
Result<void> confirm(Session const& session, ReportBook& book, Proposal const& proposal,
                     std::string const& by, ReportPolicy const& policy);

enum class Undo : bool {
  by_inverse, ///< only while nothing later touched what it changed, else Fault::changed
  by_restart  ///< continue from before it; everything later is dropped
};
/// Takes a confirmed proposal back. Fault::exists if it is not confirmed.
Result<void> undo(Session const& session, ReportBook& book, Proposal const& proposal, std::string const& by,
                  Undo how);

} // namespace artifactd::report
