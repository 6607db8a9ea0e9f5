// What helps if the journal cannot be used.
#pragma once

#include "daemon/config/config.hpp"

#include <string>

namespace artifactd {

/// A command; `error` is what opening or checking the journal said.
[[nodiscard]] std::string cure_of_journal(Config const& config, Error const& error);

} // namespace artifactd
