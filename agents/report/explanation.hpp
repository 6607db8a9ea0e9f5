// Why a play is where it is, in a player's terms: what fired last and why, who is asked now, what the
// reporter may do, and which checks forbid the rest.
#pragma once

#include "agents/report/triage.hpp"

namespace artifactd::report {

struct Explanation {
  std::string text;
  std::vector<Evidence> evidence;
};

[[nodiscard]] Explanation explain(game::Game const& game, play::Record const& record,
                                  play::PlayAudit const& audit, Complaint const& complaint, Seat const& seat);

} // namespace artifactd::report
