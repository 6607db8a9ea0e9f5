// The functions of libedit that prompts use.
#pragma once

#include "state/platform/late_library.hpp"

#include <editline/readline.h>

namespace artifactd {

inline constinit LateLibrary const libedit{LIBEDIT_SONAME};

LATE_FUNCTION(libedit, add_history);
LATE_FUNCTION(libedit, readline);
LATE_FUNCTION(libedit, using_history);

} // namespace artifactd
