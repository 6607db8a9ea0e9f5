// The one path for every kind of work: read and judge, claim the session, look at the signals again, refuse
// or commit, answer. Settling twice changes nothing; after a kill at any point, settling again repairs
// everything.
#pragma once

#include "state/settle/kind_of_work.hpp"

namespace artifactd {

/// Settles these pending signals, all of that kind, batch by batch. With none it only cleans up what a killed
/// artifactd left of this kind's work.
[[nodiscard]] SettleReport settle_work(Session const& session, std::vector<Sighting> const& sightings,
                                       KindOfWork const& work, RefusalPolicy const& refusal, Round round);

} // namespace artifactd
