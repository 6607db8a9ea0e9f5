// What is wrong with the daemon itself, not with what it watches: each trouble as a sentence with its remedy.
#pragma once

#include "daemon/api/web_door.hpp"

#include <string>
#include <vector>

namespace artifactd {

[[nodiscard]] std::vector<std::string> own_troubles(Config const& config, Journal const& journal,
                                                    ControlDesk const& control, WebDoor const& web);

} // namespace artifactd
