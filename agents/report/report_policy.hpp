// How reports are answered and states corrected, as the operator has set it.
#pragma once

#include "agents/model/price.hpp"
#include "agents/model/source.hpp"
#include "agents/report/seat.hpp"
#include "state/clock.hpp"

#include <string>

namespace artifactd::report {

/// Who may confirm a proposed correction.
enum class Confirm : std::uint8_t {
  operators, ///< root, and users other than the session's owner
  owner,     ///< the owner as well
  file,      ///< anyone who can write the session as well, by `confirm` and `reject` signals
};

struct ReportPolicy {
  std::string book; ///< path of the database of proposals, wishes and answered reports
  Confirm confirm = Confirm::operators;
  Reveal reveal = Reveal::own;
  Duration proposals_last = std::chrono::hours(24);
  std::string assistant = {}; ///< key of the model that is asked where facts do not decide; empty: none
  Duration timeout = std::chrono::seconds(60); ///< of all its calls for one report
  model::ModelSource open = {};                ///< empty: there are no models
  model::PriceList prices = {};
  std::string plays;   ///< path of the database of what was found in plays
  bool repair = false; ///< certain faults that show in plays go to the editor without a person
  std::size_t live_plays =
      256; ///< so many plays of a session are watched; the others are looked at each minute
};

} // namespace artifactd::report
