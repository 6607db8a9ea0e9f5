// The functions of SQLite that the files of this folder use: a command that opens no database does not load
// it.
#pragma once

#include "state/platform/late_library.hpp"

#include <sqlite3.h>

namespace artifactd::sqlite {

inline constinit LateLibrary const libsqlite3{LIBSQLITE3_SONAME};

// NOLINTBEGIN(readability-identifier-naming): SQLite's names
LATE_FUNCTION(libsqlite3, sqlite3_backup_finish);
LATE_FUNCTION(libsqlite3, sqlite3_backup_init);
LATE_FUNCTION(libsqlite3, sqlite3_backup_step);
LATE_FUNCTION(libsqlite3, sqlite3_bind_int64);
LATE_FUNCTION(libsqlite3, sqlite3_bind_null);
LATE_FUNCTION(libsqlite3, sqlite3_bind_text64);
LATE_FUNCTION(libsqlite3, sqlite3_busy_timeout);
LATE_FUNCTION(libsqlite3, sqlite3_changes64);
LATE_FUNCTION(libsqlite3, sqlite3_clear_bindings);
LATE_FUNCTION(libsqlite3, sqlite3_close_v2);
LATE_FUNCTION(libsqlite3, sqlite3_column_blob);
LATE_FUNCTION(libsqlite3, sqlite3_column_bytes);
LATE_FUNCTION(libsqlite3, sqlite3_column_count);
LATE_FUNCTION(libsqlite3, sqlite3_column_int64);
LATE_FUNCTION(libsqlite3, sqlite3_column_type);
LATE_FUNCTION(libsqlite3, sqlite3_config);
LATE_FUNCTION(libsqlite3, sqlite3_db_config);
LATE_FUNCTION(libsqlite3, sqlite3_db_filename);
LATE_FUNCTION(libsqlite3, sqlite3_db_handle);
LATE_FUNCTION(libsqlite3, sqlite3_errcode);
LATE_FUNCTION(libsqlite3, sqlite3_errmsg);
LATE_FUNCTION(libsqlite3, sqlite3_errstr);
LATE_FUNCTION(libsqlite3, sqlite3_exec);
LATE_FUNCTION(libsqlite3, sqlite3_file_control);
LATE_FUNCTION(libsqlite3, sqlite3_finalize);
LATE_FUNCTION(libsqlite3, sqlite3_open_v2);
LATE_FUNCTION(libsqlite3, sqlite3_prepare_v3);
LATE_FUNCTION(libsqlite3, sqlite3_reset);
LATE_FUNCTION(libsqlite3, sqlite3_sql);
LATE_FUNCTION(libsqlite3, sqlite3_step);
LATE_FUNCTION(libsqlite3, sqlite3_system_errno);
LATE_FUNCTION(libsqlite3, sqlite3_vfs_find);
LATE_FUNCTION(libsqlite3, sqlite3_vfs_register);
// NOLINTEND(readability-identifier-naming)

} // namespace artifactd::sqlite
