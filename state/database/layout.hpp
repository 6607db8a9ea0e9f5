// What a database's file says about the arrangement of its tables.
#pragma once

#include "state/database/sqlite.hpp"

namespace artifactd::sqlite {

/// Whether there is nothing in it: its maker was killed, or ran out of disk, before the first table was
/// there.
Result<bool> is_empty(Database& database);

} // namespace artifactd::sqlite
