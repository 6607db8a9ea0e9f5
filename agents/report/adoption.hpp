// Continues a play with its repaired game: from the last step whose state fits, or from the start.
#pragma once

#include "merge/game/values/value.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/names.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace artifactd::report {

struct Adoption {
  std::uint64_t from = 0;  ///< it continues from before this step
  std::uint64_t steps = 0; ///< of the log, before it
  game::Value state = {};  ///< in which it continues
};

/// Where the play would continue with the current artifacts of its agent; std::nullopt if it is already
/// played with these. Fault::missing if nobody has artifacts for it; Fault::invalid if they are faulty.
Result<std::optional<Adoption>> adoption_of(Session const& session, Name const& play);

/// Writes it into the log, puts the artifacts in place, and then the state: if the process is killed on the
/// way, either nothing was done or the next call completes it. Fault::busy while a host holds the log.
Result<std::optional<Adoption>> adopt(Session const& session, Name const& play, std::string const& by);

} // namespace artifactd::report
