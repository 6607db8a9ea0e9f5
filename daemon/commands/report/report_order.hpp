// How the command line gets a report answered: like everybody else, by a request and a signal. They are
// settled in this process, even if another one may do so too.
#pragma once

#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/commands/report/report_options.hpp"
#include "state/json/json_text.hpp"

#include <functional>

namespace artifactd {

struct ReportDone {
  Json answer = nullptr;           ///< null: it was refused
  std::vector<Finding> findings{}; ///< why
};

/// The signal of a report with this name.
[[nodiscard]] Result<SignalName> report_signal_named(std::string const& name);

/// That of a new report.
[[nodiscard]] Result<SignalName> fresh_report_signal();

/// Writes the request that the options describe, and drops its signal.
[[nodiscard]] Result<void> submit_report(Case const& chosen, ReportOptions const& options);

/// Fault::busy if other processes kept the session all the time; the signal stays then. `wait_on` is asked
/// meanwhile: false ends the wait; empty: go on.
[[nodiscard]] Result<ReportDone> settle_report(Case const& chosen, Duration wait,
                                               std::function<bool()> const& wait_on = {});

/// Removes a refused report, which nobody will repair.
[[nodiscard]] Result<void> withdraw_report(Case const& chosen);

} // namespace artifactd
