// What the databases of this room have in common: their layout, and how they are opened.
#pragma once

#include "state/database/sqlite.hpp"

#include <string>

namespace artifactd::report {

/// In PRAGMA user_version. 0: made before books had a number; its tables are those of layout 1.
inline constexpr std::int64_t book_layout = 1;

struct Book {
  char const* settings; ///< pragmas of each connection
  char const* tables;   ///< of book_layout, each made unless it is there
};

/// Opens the database at `path`; makes it and its directory, for their owner alone, and its tables, all or
/// none of them. Fault::unsupported if a newer artifactd made it: nothing is changed.
Result<sqlite::Database> open_book(std::string const& path, Book const& book);

/// Opens it for reading; creates nothing. Fault::missing for a missing or empty file, Fault::unsupported as
/// above.
Result<sqlite::Database> open_book_to_look(std::string const& path);

} // namespace artifactd::report
