// Reports what was found in plays and how reports were answered, to the log, the journal and the watchers.
#pragma once

#include "agents/report/answer.hpp"
#include "agents/report/live_plays.hpp"
#include "daemon/settling/settled_event.hpp"
#include "daemon/status/activity.hpp"
#include "state/journal/journal.hpp"

#include <string>

namespace artifactd {

/// From any thread. The log holds no values of a state, nor does the journal unless `content` says so.
void tell_plays(std::string const& session, report::PlaysSeen const& seen, JournalContent content,
                Journal& journal, Activity& activity);

void tell_answer(Session const& session, Name const& name, report::Answer const& answer, Journal& journal);

} // namespace artifactd
