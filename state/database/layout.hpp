// What a database's file says about the arrangement of its tables.
#pragma once

#include "state/database/sqlite.hpp"

namespace artifactd::sqlite {

/// Whether there is nothing in it: its maker was killed, or ran out of disk, before the first table was
/// there.
Result<bool> is_empty(Database& database);

/// Fault::unsupported if the file at `path` was made by a newer artifactd than one that knows `known`.
Result<void> expect_layout(std::string const& path, std::int64_t layout, std::int64_t known);

} // namespace artifactd::sqlite
