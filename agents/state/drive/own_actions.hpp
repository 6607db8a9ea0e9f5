// The actions of a run that need no judgement: artifactd does them itself.
#pragma once

#include "agents/state/drive/drive_run.hpp"

namespace artifactd {

/// Fault::invalid if nobody said what the run is about.
Result<Stopped> begin_run(DriveRun& run);
Result<Stopped> report_run(DriveRun& run);
Result<Stopped> complete_run(DriveRun& run);
Result<void> abort_run(DriveRun& run);

} // namespace artifactd
