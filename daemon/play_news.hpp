// What a look at plays found and what a report was answered, for the log, the journal and those who watch.
#pragma once

#include "agents/report/answer.hpp"
#include "agents/report/live_plays.hpp"
#include "daemon/activity.hpp"
#include "daemon/settled_event.hpp"
#include "state/journal.hpp"

#include <string>

namespace artifactd {

/// From any thread. The log and, unless `content` says otherwise, the journal hold no values of a state.
void tell_plays(std::string const& session, report::PlaysSeen const& seen, JournalContent content,
                Journal& journal, Activity& activity);

void tell_answer(Session const& session, Name const& name, report::Answer const& answer, Journal& journal);

} // namespace artifactd
