// A play goes on with its game as it was repaired: from the last step whose state fits, or from the start.
#pragma once

#include "merge/game/value.hpp"
#include "state/names.hpp"
#include "state/session.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace artifactd::report {

struct Adoption {
  std::uint64_t from = 0;  ///< it goes on from before this step
  std::uint64_t steps = 0; ///< of the log, before it
  game::Value state = {};  ///< in which it goes on
};

/// What the play would go on from with the artifacts that its agent has by now; nothing where it is played
/// with these. Fault::missing where nobody has artifacts for it; Fault::invalid where they are faulty.
Result<std::optional<Adoption>> adoption_of(Session const& session, Name const& play);

/// Writes it into the log, puts the artifacts in their place, and then the state: a process that is killed on
/// the way has done nothing yet, or is finished by the next call. Fault::busy while a host holds the log.
Result<std::optional<Adoption>> adopt(Session const& session, Name const& play, std::string const& by);

} // namespace artifactd::report
