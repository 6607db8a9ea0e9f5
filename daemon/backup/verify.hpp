// Reads a backup whole and compares it with its manifest: nothing missing, nothing else, every digest right.
// Databases are opened and checked, graphs parsed. The archive is outside input.
#pragma once

#include "daemon/backup/go_on.hpp"
#include "daemon/backup/manifest.hpp"
#include "daemon/config/config.hpp"

#include <string>
#include <vector>

namespace artifactd::backup {

struct Verified {
  Manifest manifest = {};
  std::uint64_t bytes = 0; ///< of the content
  std::uint64_t files = 0;
  std::uint64_t graphs = 0;
  /// What was damaged when it was copied already: a database or a graph, one sentence each. The archive
  /// itself is as it was made.
  std::vector<std::string> damaged = {};
};

struct VerifyLimits {
  std::uint64_t graph_bytes = 0;
  unsigned depth = 256;
};

/// `file` is read from its start. Fault::invalid if the archive is damaged, cut short, or not a backup of
/// artifactd; Fault::unsupported if a newer artifactd made one of its databases.
Result<Verified> verify_backup(int file, VerifyLimits const& limits, GoOn const& go_on);

} // namespace artifactd::backup
