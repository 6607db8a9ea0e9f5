// The kinds of work that artifactd and artifactctl serve: the only place that names them all.
#pragma once

#include "daemon/config/config.hpp"

namespace artifactd {

[[nodiscard]] KindList kind_list();

} // namespace artifactd
