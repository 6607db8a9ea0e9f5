// What the log and the journal say about a run of an agent that has ended.
#pragma once

#include "agents/common/run_report.hpp"
#include "state/journal/journal.hpp"
#include "state/session/session.hpp"

namespace artifactd {

void tell_run(Session const& session, SignalName const& signal, RunReport const& report, Journal& journal);

} // namespace artifactd
