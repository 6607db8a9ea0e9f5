// How reports are answered and states corrected, set by the operator.
#pragma once

#include "agents/model/price.hpp"
#include "agents/model/source.hpp"
#include "agents/report/seat.hpp"
#include "state/platform/clock.hpp"

#include <string>

namespace artifactd::report {

/// Who may confirm a proposed correction.
enum class Confirm : std::uint8_t {
  operators, ///< root, and users other than the session's owner
  owner,     ///< also the owner
  file,      ///< also anyone who can write the session, by `confirm` and `reject` signals
};

struct ReportPolicy {
  std::string book; ///< path of the database of proposals, wishes and answered reports
  Confirm confirm = Confirm::operators;
  Reveal reveal = Reveal::own;
  Duration proposals_last = std::chrono::hours(24);
  std::string assistant = {}; ///< key of the model that is asked when facts do not decide; empty: none
  Duration timeout = std::chrono::seconds(60); ///< for all its calls for one report
  model::ModelSource open = {};                ///< empty: there are no models
  model::PriceList prices = {};
  std::string plays;   ///< path of the database of issues found in plays
  bool repair = false; ///< submit certain faults found in plays to the editor without a person
  /// How many plays of a session are watched; the others are looked at every minute.
  std::size_t live_plays = 256;
};

} // namespace artifactd::report
