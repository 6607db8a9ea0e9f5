// The functions of libseccomp: only a program that starts an extractor needs them.
#pragma once

#include "state/platform/late_library.hpp"

#include <seccomp.h>

namespace artifactd {

inline constinit LateLibrary const libseccomp{LIBSECCOMP_SONAME};

LATE_FUNCTION(libseccomp, seccomp_attr_set);
LATE_FUNCTION(libseccomp, seccomp_export_bpf);
LATE_FUNCTION(libseccomp, seccomp_init);
LATE_FUNCTION(libseccomp, seccomp_release);
LATE_FUNCTION(libseccomp, seccomp_rule_add_array);

} // namespace artifactd
