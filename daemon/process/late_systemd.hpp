// The functions of libsystemd that a service uses. They are called only under systemd, so that elsewhere the
// library is not loaded.
#pragma once

#include "state/platform/late_library.hpp"

#include <systemd/sd-daemon.h>
#define SD_JOURNAL_SUPPRESS_LOCATION // of our files: entries have that of the event
#include <systemd/sd-journal.h>

namespace artifactd {

inline constinit LateLibrary const libsystemd{LIBSYSTEMD_SONAME};

LATE_FUNCTION(libsystemd, sd_journal_sendv);
LATE_FUNCTION(libsystemd, sd_listen_fds_with_names);
LATE_FUNCTION(libsystemd, sd_notify);
LATE_FUNCTION(libsystemd, sd_watchdog_enabled);

} // namespace artifactd
