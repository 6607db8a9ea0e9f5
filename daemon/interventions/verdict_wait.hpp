// Waiting for the verdict on one submission.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/interventions/followed.hpp"
#include "daemon/interventions/submit_result.hpp"
#include "daemon/queries/named_session.hpp"
#include "state/platform/clock.hpp"

#include <functional>
#include <optional>
#include <string>

namespace artifactd {

struct VerdictOptions {
  std::string session = {};
  std::string signal = {}; ///< NAME[.KIND]
  /// std::nullopt: without a limit
  std::optional<Duration> at_most = std::chrono::minutes(1);
  /// Goes on waiting while artifactd repairs refused work itself.
  bool until_settled = false;
  /// Asked at every look, which comes within 100 ms; false ends the wait before its time. Empty: go on.
  std::function<bool()> go_on = {};
};

/// Returns when it is judged, when the time is up, or when nobody is there to judge it.
Result<SubmitResult> wait_for_verdict(Config const& config, NamedSession const& named, Followed followed,
                                      VerdictOptions const& options);

/// If nothing is there to be waited for: that the last submission of that name was accepted, or that it was
/// refused and its `.error` is gone (Outcome::removed). Fault::missing if nothing is known of one.
Result<SubmitResult> former_verdict(Config const& config, NamedSession const& named,
                                    SignalName const& signal);

} // namespace artifactd
