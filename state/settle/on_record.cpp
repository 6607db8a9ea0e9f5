#include "state/settle/on_record.hpp"

namespace artifactd {

Result<OnRecord> verdict_on_record(Session const& session, Sighting const& sighting,
                                   SettledSignals const& settled) {
  // A file with another name may be a template that every round is dropped from by `ln`.
  if (sighting.stamp.links == 1 && settled.hold(sighting)) return OnRecord{true, std::nullopt};
  return OnRecord{false, TRY(attempt_on_record(session, sighting))};
}

} // namespace artifactd
