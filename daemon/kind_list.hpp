// The kinds of work this program serves: the one place where all of them are named.
#pragma once

#include "state/kind.hpp"

namespace artifactd {

[[nodiscard]] Kinds served_kinds();

} // namespace artifactd
