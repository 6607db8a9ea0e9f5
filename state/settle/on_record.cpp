#include "state/settle/on_record.hpp"

namespace artifactd {

Result<OnRecord> verdict_on_record(Session const& session, Sighting const& sighting,
                                   SettledSignals const& settled) {
  if (settled.hold_unmoved(sighting)) return OnRecord{true, std::nullopt};
  return OnRecord{false, TRY(attempt_on_record(session, sighting))};
}

} // namespace artifactd
