// The functions of libarchive that backups use.
#pragma once

#include "state/platform/late_library.hpp"

#include <archive.h>
#include <archive_entry.h>

namespace artifactd::backup {

inline constinit LateLibrary const libarchive{LIBARCHIVE_SONAME};

LATE_FUNCTION(libarchive, archive_entry_filetype);
LATE_FUNCTION(libarchive, archive_entry_free);
LATE_FUNCTION(libarchive, archive_entry_hardlink);
LATE_FUNCTION(libarchive, archive_entry_new);
LATE_FUNCTION(libarchive, archive_entry_pathname);
LATE_FUNCTION(libarchive, archive_entry_set_filetype);
LATE_FUNCTION(libarchive, archive_entry_set_gid);
LATE_FUNCTION(libarchive, archive_entry_set_gname);
LATE_FUNCTION(libarchive, archive_entry_set_mtime);
LATE_FUNCTION(libarchive, archive_entry_set_pathname);
LATE_FUNCTION(libarchive, archive_entry_set_perm);
LATE_FUNCTION(libarchive, archive_entry_set_size);
LATE_FUNCTION(libarchive, archive_entry_set_uid);
LATE_FUNCTION(libarchive, archive_entry_set_uname);
LATE_FUNCTION(libarchive, archive_entry_size);
LATE_FUNCTION(libarchive, archive_entry_xattr_add_entry);
LATE_FUNCTION(libarchive, archive_errno);
LATE_FUNCTION(libarchive, archive_error_string);
LATE_FUNCTION(libarchive, archive_free);
LATE_FUNCTION(libarchive, archive_read_data);
LATE_FUNCTION(libarchive, archive_read_new);
LATE_FUNCTION(libarchive, archive_read_next_header);
LATE_FUNCTION(libarchive, archive_read_open_fd);
LATE_FUNCTION(libarchive, archive_read_support_filter_zstd);
LATE_FUNCTION(libarchive, archive_read_support_format_tar);
LATE_FUNCTION(libarchive, archive_write_add_filter_zstd);
LATE_FUNCTION(libarchive, archive_write_close);
LATE_FUNCTION(libarchive, archive_write_data);
LATE_FUNCTION(libarchive, archive_write_header);
LATE_FUNCTION(libarchive, archive_write_new);
LATE_FUNCTION(libarchive, archive_write_open_fd);
LATE_FUNCTION(libarchive, archive_write_set_bytes_in_last_block);
LATE_FUNCTION(libarchive, archive_write_set_format_pax_restricted);

} // namespace artifactd::backup
