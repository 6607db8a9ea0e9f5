// A submission whose verdict is awaited: a signal or a document.
#pragma once

#include "state/settle/followed_signal.hpp"

#include <functional>

namespace artifactd {

/// The session outlives it.
struct Followed {
  SignalName signal;
  std::function<Result<Fate>()> look;
  std::function<Result<Sighting>()> sighting = {}; ///< empty for documents

  static Followed of(Session const& session, SignalName const& signal, FollowedSignal followed);
  static Followed of(Session const& session, SignalName const& signal, FollowedDocument followed);
  /// What is there to be waited for. Fault::missing if nothing is, or if it is ignored.
  static Result<Followed> find(Session const& session, SignalName const& signal);
};

} // namespace artifactd
