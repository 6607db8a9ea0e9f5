// Brings what files hold into the database: everything that was named is judged together, and all of it goes
// in or nothing.
#pragma once

#include "agents/turn/content/document_checks.hpp"
#include "agents/turn/content/import_file.hpp"
#include "agents/turn/store/content_rows.hpp"

namespace artifactd::turn {

struct ImportFile {
  std::string name; ///< to show
  std::string bytes;
};

/// What a character card lacks, since cards have no numbers.
struct CardExtras {
  std::string ruleset_id;    ///< empty: the card cannot be brought in
  Json stat_block = nullptr; ///< by the ruleset's schema
};

struct Gathered {
  std::vector<Content> contents;
  std::vector<Finding> findings; ///< located where the source is JSON; errors first
};

/// Reads and judges; writes nothing.
Result<Gathered> gather(Store const& store, std::span<ImportFile const> files, CardExtras const& extras);

/// Documents by id, as they are in the database.
[[nodiscard]] Library stored_library(Store const& store);

} // namespace artifactd::turn
