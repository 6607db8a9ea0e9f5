// Whether an applied fix does what it is for: by the operator's command, or else by what stands in the files.
#pragma once

#include "agents/state/fix_target.hpp"
#include "agents/state/fixing.hpp"

#include <string>

namespace artifactd {

struct FixVerdict {
  bool passed;
  std::string words; ///< why, on one line
};

/// The command's exit status in the target's directory, of which its program must be no part; without one:
/// `Applied fix <ID>` in some *.md of the target, or every file as the fix left it. An Error says that it
/// could not be found out.
Result<FixVerdict> verify_applied(Session const& session, FixPolicy const& policy, FixTarget const& target,
                                  tuning::TuningState const& state, tuning::AppliedFix const& applied);

/// It was applied by artifactd, which can take it back.
[[nodiscard]] bool is_ours(Session const& session, FixPolicy const& policy, tuning::TuningState const& state,
                           tuning::AppliedFix const& applied);

} // namespace artifactd
