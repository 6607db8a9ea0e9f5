// The digest of a game's state: equal for states with the same meaning, however they are written.
#pragma once

#include "merge/game/values/value.hpp"

#include <string>

namespace artifactd::play {

/// Members sorted by the bytes of their names, no white space, numbers as JavaScript prints them (1 and 1.0
/// are the same, as are 0 and -0), null for anything JSON cannot represent.
[[nodiscard]] std::string canonical_text(game::Value const& value);

/// SHA-256 over that, as "sha256:<64 hexadecimal digits>".
[[nodiscard]] std::string state_digest(game::Value const& state);

} // namespace artifactd::play
