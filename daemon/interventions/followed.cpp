#include "daemon/interventions/followed.hpp"

#include <memory>
#include <utility>

namespace artifactd {

Followed Followed::of(Session const& session, SignalName const& signal, FollowedSignal followed) {
  auto const shared = std::make_shared<FollowedSignal const>(std::move(followed));
  return {.signal = signal,
          .look = [shared, &session] { return shared->look(session); },
          .sighting = [shared] { return shared->sighting(); }};
}

Followed Followed::of(Session const& session, SignalName const& signal, FollowedDocument followed) {
  return {.signal = signal,
          .look = [followed = std::move(followed), &session] { return followed.look(session); }};
}

Result<Followed> Followed::find(Session const& session, SignalName const& signal) {
  if (signal.kind.is_document())
    return of(session, signal, TRY(FollowedDocument::find(session, signal.kind)));
  return of(session, signal, TRY(FollowedSignal::find(session, signal)));
}

} // namespace artifactd
