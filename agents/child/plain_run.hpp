// What all operator-supplied commands have in common: the identity they run as, and how their output is
// reported.
#pragma once

#include "agents/child/process.hpp"
#include "state/session/session.hpp"

#include <optional>
#include <string>

namespace artifactd {

/// The identity under which a command that works for this session runs; std::nullopt: that of artifactd. If
/// artifactd runs as root, it is the owner of the session's directory. Fault::unsupported if that owner
/// cannot be determined.
Result<std::optional<Identity>> command_identity(Session const& session);

/// The end of its stderr if it wrote any, otherwise of its stdout, on one line.
[[nodiscard]] std::string last_words(Ran const& ran);

} // namespace artifactd
