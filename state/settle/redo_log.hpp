// Where the records of an open `.artifactd/redo` are, and their texts: one at a time, since the file may have
// hundreds of megabytes.
#pragma once

#include "state/settle/redo_record.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace artifactd {

struct RedoEntry {
  Redo head;           ///< without its changes
  std::uint64_t begin; ///< in the file
  std::uint64_t end;
};

/// The records in a file of `size` bytes, oldest first, by their first lines and their ends: what is between
/// is not read, so one may be damaged. What is no record ends the list.
Result<std::vector<RedoEntry>> redo_entries(int file, std::uint64_t size);

/// The whole record; std::nullopt if it is damaged.
Result<std::optional<Redo>> read_entry(int file, RedoEntry const& entry);

/// Appends the record's text to `to`, in pieces; false if it is damaged.
Result<bool> copy_entry(int file, RedoEntry const& entry, int to);

} // namespace artifactd
