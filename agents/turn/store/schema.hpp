// The tables of the file of stories, and how older layouts become the present one.
#pragma once

#include "state/sqlite.hpp"

namespace artifactd::turn {

/// Opens the file for changes, with its settings and tables. As of Store::open().
Result<sqlite::Database> open_stories(std::string const& path);
/// The same file for reading, once open_stories() has made it.
Result<sqlite::Database> open_stories_to_read(std::string const& path);

} // namespace artifactd::turn
