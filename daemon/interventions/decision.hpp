// Deciding about a proposed correction of a play: confirm, reject, take back. The command line and the web do
// it with this.
#pragma once

#include "daemon/config/config.hpp"
#include "state/json/json_text.hpp"
#include "state/session/session.hpp"

#include <string>

namespace artifactd {

/// Whether this user may decide in that session; Fault::forbidden says who may.
[[nodiscard]] Result<void> allow_decision(Config const& config, Session const& session);

enum class Decision : std::uint8_t { confirm, reject, undo_by_inverse, undo_by_restart };

/// The proposal as it is now. `by` is kept with it. Fault::missing if no proposal has that id,
/// Fault::exists if it was decided about already.
[[nodiscard]] Result<Json> decide_proposal(Config const& config, Session const& session,
                                           std::string const& id, Decision decision, std::string const& by);

} // namespace artifactd
