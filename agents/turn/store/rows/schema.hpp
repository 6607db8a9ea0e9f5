// The tables of the file of stories, and how older layouts are upgraded.
#pragma once

#include "state/database/sqlite.hpp"

namespace artifactd::turn {

/// Opens the file for changes, with its settings and tables. Errors as in Store::open().
Result<sqlite::Database> open_stories(std::string const& path);
/// The same file for reading, once open_stories() has made it.
Result<sqlite::Database> open_stories_to_read(std::string const& path);

} // namespace artifactd::turn
