// Fixes while a run is driven: applied one by one, each verified at once and rolled back if it fails.
#pragma once

#include "agents/state/drive/drive_run.hpp"

#include <optional>
#include <string>

namespace artifactd {

/// The first pending fix that needs no person's approval.
Result<Stopped> apply_next_fix(DriveRun& run);
/// std::nullopt: all fixes that wait for their verdict.
Result<Stopped> verify_run(DriveRun& run, std::optional<std::string> const& fix);

} // namespace artifactd
