// A request that is answered by a result in the session, such as a player's report or the turn of a story:
// written and submitted like everybody's, once for each name. Names of requests that are asked begin with
// `ask-` or `action-` and end in 16 hexadecimal digits. Only asking changes a session: it takes back what was
// asked and refused, and keeps at most 16 refusals that nobody asked about again.
#pragma once

#include "daemon/interventions/case.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"

#include <functional>
#include <string>
#include <vector>

namespace artifactd {

struct AskedStep {
  Json result = nullptr; ///< null until it is there
  bool refused = false;
  std::vector<Finding> findings = {}; ///< of a request that was refused; empty if its record is lost
  std::string pending = {};           ///< the signal's file, while it waits or is worked on
};

/// Submits the request unless one of this name was submitted before, and waits at most `patience` for the
/// result at `result`, a path relative to the session. A request that was answered is not asked again;
/// another one of its name is Fault::exists. One that was refused is asked again, and the former refusal is
/// removed; so is a new refusal once it is returned. `wait_on` is asked meanwhile: false ends the wait.
[[nodiscard]] Result<AskedStep> ask_step(Case const& chosen, Json const& request, std::string const& result,
                                         Duration patience, std::function<bool()> const& wait_on = {});

/// The state of the request with this name; changes nothing. Fault::missing if there is no such request.
[[nodiscard]] Result<AskedStep> look_at_step(Case const& chosen, std::string const& result);

/// The same, waited for.
[[nodiscard]] Result<AskedStep> await_step(Case const& chosen, std::string const& result, Duration patience,
                                           std::function<bool()> const& wait_on);

} // namespace artifactd
