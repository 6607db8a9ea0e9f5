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
  bool found = false; ///< in a directory: left out with a warning where it is no document of ours
};

struct ImportRules {
  /// What a character card lacks, since cards have no numbers.
  std::string ruleset_id;    ///< empty: the card cannot be brought in
  Json stat_block = nullptr; ///< by the ruleset's schema
  std::string as = {};       ///< the id of the one document, or of the card's character; empty: its own
};

struct Gathered {
  std::vector<Content> contents;
  std::vector<Finding> findings; ///< located where the source is JSON; errors first
};

/// Reads and judges; writes nothing. Cards and lorebooks get an id that is made of their name: the one they
/// have where the same card or lorebook was imported before, else one that is free. Fault::invalid for `as`
/// with several documents, or that is no id.
Result<Gathered> gather(Store const& store, std::span<ImportFile const> files, ImportRules const& rules);

/// Documents by id, as they are in the database.
[[nodiscard]] Library stored_library(Store const& store);

} // namespace artifactd::turn
