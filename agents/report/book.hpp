// What the databases of this room have in common: how they are opened.
#pragma once

#include "state/database/sqlite.hpp"

#include <string>

namespace artifactd::report {

/// Opens the database at `path`; makes it and its directory, for their owner alone, and these tables if they
/// are missing.
Result<sqlite::Database> open_book(std::string const& path, char const* tables);

} // namespace artifactd::report
