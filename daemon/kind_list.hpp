// The kinds of work that artifactd and artifactctl serve: the one place where all of them are named.
#pragma once

#include "daemon/config.hpp"

namespace artifactd {

[[nodiscard]] KindList kind_list();

} // namespace artifactd
