// Waiting for the verdict on one submission.
#pragma once

#include "daemon/commands/submit/submit_options.hpp"
#include "daemon/commands/submit/submit_result.hpp"
#include "daemon/config/config.hpp"
#include "daemon/interventions/followed.hpp"
#include "daemon/queries/named_session.hpp"

namespace artifactd {

/// Returns when it is judged, when the time is up, or when nobody is there to judge it.
Result<SubmitResult> wait_for_verdict(Config const& config, NamedSession const& named, Followed followed,
                                      VerdictOptions const& options);

/// If nothing is there to be waited for: the verdict on the last submission of that name. Fault::missing if
/// none is known.
Result<SubmitResult> former_verdict(NamedSession const& named, SignalName const& signal);

} // namespace artifactd
