// What an agent has to know to work in a session: as the README that `init` puts there, and as a paragraph
// for a system prompt. Both are made from the traits of the kinds and from the configured limits.
#pragma once

#include "daemon/config/config.hpp"
#include "state/vocabulary/kind.hpp"

#include <string>
#include <vector>

namespace artifactd {

[[nodiscard]] std::string agent_readme(Config const& config, std::vector<Kind> const& kinds);
[[nodiscard]] std::string agent_prompt(Config const& config, std::vector<Kind> const& kinds);

} // namespace artifactd
