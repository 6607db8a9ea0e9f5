#include "daemon/interventions/followed.hpp"

#include "daemon/queries/odd_file.hpp"
#include "state/session/session_layout.hpp"

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
  auto found = TRY(FollowedSignal::find(session, signal));
  auto ignored = why_ignored(session, layout::signal(signal)); // too large: it gets no verdict
  if (!ignored.empty() && oddity_of(TRY(found.sighting()).stamp))
    return fail(Fault::missing, std::move(ignored));
  return of(session, signal, std::move(found));
}

} // namespace artifactd
