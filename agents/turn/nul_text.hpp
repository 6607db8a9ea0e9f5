// The character U+0000 in texts: PostgreSQL cannot store it, and no reader would see it.
#pragma once

#include "state/json/json_text.hpp"

#include <string>
#include <vector>

namespace artifactd::turn {

/// The pointers of the texts that have it, also of those whose pointer itself does.
[[nodiscard]] std::vector<std::string> nul_pointers(Json const& value);

} // namespace artifactd::turn
