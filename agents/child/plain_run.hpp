// What every command of an operator's gets from us and gives us back, whatever it is run for.
#pragma once

#include "agents/child/process.hpp"
#include "state/session.hpp"

#include <optional>
#include <string>

namespace artifactd {

/// As whom a command that works for this session runs. Nothing: as artifactd itself does. Where that is root:
/// as the owner of the session's directory. Fault::unsupported where nobody can tell who that is.
Result<std::optional<Identity>> command_identity(Session const& session);

/// The end of what it wrote, on one line: of its errors, if it wrote any.
[[nodiscard]] std::string last_words(Ran const& ran);

} // namespace artifactd
