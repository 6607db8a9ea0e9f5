// Waiting for the verdict on one submission.
#pragma once

#include "daemon/commands/submit/submit_options.hpp"
#include "daemon/commands/submit/submit_result.hpp"
#include "daemon/config/config.hpp"
#include "daemon/queries/named_session.hpp"
#include "state/settle/followed_signal.hpp"

#include <functional>

namespace artifactd {

/// The submission that is waited for. The session outlives it.
struct Followed {
  SignalName signal;
  std::function<Result<Fate>()> look;
  std::function<Result<Sighting>()> sighting = {}; ///< empty for documents

  static Followed of(Session const& session, SignalName const& signal, FollowedSignal followed);
  static Followed of(Session const& session, SignalName const& signal, FollowedDocument followed);
  /// What is there to be waited for. Fault::missing if nothing is.
  static Result<Followed> find(Session const& session, SignalName const& signal);
};

/// Returns when it is judged, when the time is up, or when nobody is there to judge it.
Result<SubmitResult> wait_for_verdict(Config const& config, NamedSession const& named, Followed followed,
                                      VerdictOptions const& options);

/// If nothing is there to be waited for: the verdict on the last submission of that name. Fault::missing if
/// none is known.
Result<SubmitResult> former_verdict(NamedSession const& named, SignalName const& signal);

} // namespace artifactd
