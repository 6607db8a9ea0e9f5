// What helps if the journal cannot be used.
#pragma once

#include "daemon/config/config.hpp"

#include <string>

namespace artifactd {

/// A command; `error` is what opening or checking the journal said.
[[nodiscard]] std::string cure_of_journal(Config const& config, Error const& error);

/// An Error of reading the journal, for a command's exit code: damage of it is trouble of this machine
/// (Fault::io), no verdict.
[[nodiscard]] Error of_journal(Error error);

} // namespace artifactd
