// What every command of an operator's gets from us and gives us back, whatever it is run for.
#pragma once

#include "agents/child/process.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// What a command line tool cannot do without, from artifactd's own environment: nothing that may be a
/// secret.
[[nodiscard]] std::vector<std::string> inherited_environment();

/// The end of what it wrote, on one line: of its errors, if it wrote any.
[[nodiscard]] std::string last_words(Ran const& ran);

} // namespace artifactd
