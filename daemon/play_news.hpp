// What a look at plays found and what a report was answered, for the log, the journal and those who watch.
#pragma once

#include "agents/report/answer.hpp"
#include "agents/report/live_plays.hpp"
#include "daemon/activity.hpp"
#include "state/journal.hpp"

#include <string>

namespace artifactd {

/// From any thread.
void tell_plays(std::string const& session, report::PlaysSeen const& seen, Journal& journal,
                Activity& activity);

void tell_answer(Session const& session, Name const& name, report::Answer const& answer, Journal& journal);

} // namespace artifactd
