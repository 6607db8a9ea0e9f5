// What a session directory itself holds of its turns, removed when the story is forgotten.
#pragma once

#include "state/platform/result.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/names.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::turn {

/// Removes requests, results and refusals of turns with what is recorded about them, but not the request of
/// the signal `asking`. Nothing else is removed, and nothing of a turn whose signal is pending: it will be
/// answered. Returns what remains in `turns`, each file with the reason.
Result<std::vector<std::string>> remove_turn_files(Session const& session, std::optional<Name> const& asking);

} // namespace artifactd::turn
