// Changes a state.json that others write, too: read, change, stamp updated_at, judge as a step, publish by
// one exchange; what another wrote in between is never lost. What was accepted is kept in the history.
#pragma once

#include "agents/state/history.hpp"
#include "state/session/session.hpp"
#include "state/settle/claim.hpp"
#include "state/tuning/judge.hpp"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace artifactd::tuning {

/// The text with the wanted changes, except for updated_at.
using Change = std::function<Result<std::string>(std::string_view text)>;

struct Updated {
  std::string text;              ///< of the state that is in place now, or would be
  std::vector<Finding> findings; ///< why it was refused, or warnings
  bool refused = false;          ///< then nothing was written
  bool changed = false;
};

/// The answer to `state update`, `fix-counts` and `drop`.
[[nodiscard]] nlohmann::ordered_json to_json(Updated const& updated);

enum class Publishing : std::uint8_t { no, yes };

/// Which files a change may be applied to.
enum class Changeable : std::uint8_t {
  sound,    ///< only a state with a valid structure, which the change may rely on
  any_json, ///< any JSON object, so that a broken structure can be repaired
};

/// Changes the state.json of `session`. `expected` is the updated_at (or the digest, 64 hex digits) that the
/// caller read: Fault::changed if anything else is in place. Without it the change applies to whatever is in
/// place. Fault::busy if others replace it again and again.
Result<Updated> update(Session const& session, Change const& change,
                       std::optional<std::string> const& expected, Publishing publishing,
                       StateBounds const& bounds = state_bounds, Changeable changeable = Changeable::sound);

/// The same for a caller that already holds the session's claim.
Result<Updated> update(Claim const& held, Session const& session, Change const& change,
                       std::optional<std::string> const& expected, Publishing publishing,
                       StateBounds const& bounds = state_bounds, Changeable changeable = Changeable::sound);

} // namespace artifactd::tuning
