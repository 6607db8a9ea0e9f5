// Whether an applied fix works: judged by the operator's command, or else by the contents of the files.
#pragma once

#include "agents/state/fix_target.hpp"
#include "agents/state/fixing.hpp"

#include <string>

namespace artifactd {

struct FixVerdict {
  bool passed;
  std::string words; ///< why, on one line
};

/// The exit status of the command, run in the target's directory (its program must not be part of the
/// target); without a command: `Applied fix <ID>` in some *.md of the target, or every file as the fix left
/// it. An Error if it could not be determined.
Result<FixVerdict> verify_applied(Session const& session, FixPolicy const& policy, FixTarget const& target,
                                  tuning::TuningState const& state, tuning::AppliedFix const& applied);

/// artifactd applied it and can roll it back.
[[nodiscard]] bool is_ours(Session const& session, FixPolicy const& policy, tuning::TuningState const& state,
                           tuning::AppliedFix const& applied);

} // namespace artifactd
