// Imports files into the database. All named files are checked together and imported all or none.
#pragma once

#include "agents/turn/content/document_checks.hpp"
#include "agents/turn/content/import_file.hpp"
#include "agents/turn/store/rows/content_rows.hpp"
#include "state/vocabulary/progress.hpp"

namespace artifactd::turn {

struct ImportFile {
  std::string name; ///< for display
  std::string bytes;
  bool found = false; ///< found in a directory: skipped with a warning if it is not an artifactd document
};

struct ImportRules {
  /// What a character card lacks, since cards have no numbers.
  std::string ruleset_id;    ///< empty: the card cannot be imported
  Json stat_block = nullptr; ///< must match the ruleset's schema
  std::string as = {};       ///< the id of the only document, or of the card's character; empty: its own
};

struct Gathered {
  std::vector<Content> contents;
  std::vector<Finding> findings; ///< with line and column if the source is JSON; errors first
};

/// Reads and checks; writes nothing. The id of a card or lorebook is made from its name: the id of an earlier
/// import of the same card or lorebook, else a free one. Fault::invalid if `as` is an invalid id or is given
/// with several documents.
Result<Gathered> gather(Store const& store, std::span<ImportFile const> files, ImportRules const& rules,
                        OnProgress const& on_progress = {});

/// Looks up documents in the database by id.
[[nodiscard]] Library stored_library(Store const& store);

} // namespace artifactd::turn
