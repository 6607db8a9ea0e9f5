// How reports are answered and states corrected, as the operator has set it.
#pragma once

#include "agents/report/seat.hpp"
#include "state/clock.hpp"

#include <string>

namespace artifactd::report {

/// Who may confirm a proposed correction.
enum class Confirm : std::uint8_t {
  operators, ///< root, and users other than the session's owner
  owner,     ///< the owner as well
};

struct ReportPolicy {
  std::string book; ///< path of the database of proposals, wishes and answered reports
  Confirm confirm = Confirm::operators;
  Reveal reveal = Reveal::own;
  Duration proposals_last = std::chrono::hours(24);
};

} // namespace artifactd::report
