// The functions of zlib: only packed artifacts, and documents of stories in archives and pictures, need them.
#pragma once

#include "state/platform/late_library.hpp"

#define ZLIB_CONST
#include <zlib.h>

namespace artifactd {

inline constinit LateLibrary const libz{LIBZ_SONAME};

LATE_FUNCTION(libz, crc32);
LATE_FUNCTION(libz, inflate);
// NOLINTBEGIN(readability-identifier-naming): zlib's names
LATE_FUNCTION(libz, inflateEnd);
LATE_FUNCTION(libz, inflateInit2_);
LATE_FUNCTION(libz, inflateReset);
// NOLINTEND(readability-identifier-naming)

} // namespace artifactd
