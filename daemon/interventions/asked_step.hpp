// A request that is answered by a result in the session, such as a player's report or the turn of a story:
// written and submitted like everybody's, once for each name.
#pragma once

#include "daemon/interventions/case.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"

#include <functional>
#include <string>
#include <vector>

namespace artifactd {

struct AskedStep {
  Json result = nullptr;              ///< null until it is there
  std::vector<Finding> findings = {}; ///< of a request that was refused: nothing of it is left in the session
  std::string pending = {};           ///< the signal's file, while it waits or is worked on
};

/// Submits the request unless one of this name was submitted before, and waits at most `patience` for the
/// result at `result`, a path relative to the session. A request that was answered is not asked again;
/// another one of its name is Fault::exists. `wait_on` is asked meanwhile: false ends the wait; empty: go on.
[[nodiscard]] Result<AskedStep> ask_step(Case const& chosen, Json const& request, std::string const& result,
                                         Duration patience, std::function<bool()> const& wait_on = {});

/// The state of the request with this name. Fault::missing if there is no such request.
[[nodiscard]] Result<AskedStep> look_at_step(Case const& chosen, std::string const& result);

/// The same, waited for.
[[nodiscard]] Result<AskedStep> await_step(Case const& chosen, std::string const& result, Duration patience,
                                           std::function<bool()> const& wait_on);

} // namespace artifactd
