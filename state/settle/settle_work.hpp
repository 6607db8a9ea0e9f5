// The one path for every kind of work: read and judge, claim the session, look at the signals again, refuse
// or commit, answer. Settling twice changes nothing; after a kill at any point, settling again repairs
// everything.
#pragma once

#include "state/settle/kind_of_work.hpp"

#include <functional>
#include <span>
#include <vector>

namespace artifactd {

/// Called after each batch, with how its signals ended.
using BatchSettled = std::function<void(std::span<SignalEnd const>)>;

/// Settles these pending signals, all of that kind, batch by batch. With none it only cleans up what a killed
/// artifactd left of this kind's work.
[[nodiscard]] SettleReport settle_work(Session const& session, std::vector<Sighting> const& sightings,
                                       KindOfWork const& work, RefusalPolicy const& refusal, Round round,
                                       BatchSettled const& batch_settled = {});

} // namespace artifactd
