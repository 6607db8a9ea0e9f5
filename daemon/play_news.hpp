// What a look at plays found, for the log, the journal and whoever watches.
#pragma once

#include "agents/report/live_plays.hpp"
#include "daemon/activity.hpp"
#include "state/journal.hpp"

#include <string>

namespace artifactd {

/// From any thread.
void tell_plays(std::string const& session, report::PlaysSeen const& seen, Journal& journal,
                Activity& activity);

} // namespace artifactd
