// What a person has to do if artifactd may not write in a session directory.
#pragma once

#include "state/session/session.hpp"

namespace artifactd {

/// Fault::denied, `session.denied`: who may not write where, and the command for the directory's owner.
[[nodiscard]] Error session_denied(Session const& session);

/// That Error if this thread's user may not create files in the session.
Result<void> may_write(Session const& session);

} // namespace artifactd
