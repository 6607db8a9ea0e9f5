// Makes a backup, while the daemon and the agents go on: every session, one after the other, then artifactd's
// own databases, then the configuration. In this order, since what a session has must be known to the
// databases: what was settled after its session was copied is settled again where it is restored.
//
// The archive appears under its name when it is complete and durable, or not at all; it is readable by its
// owner alone. What could not be copied does not stop it, and is named.
#pragma once

#include "daemon/backup/go_on.hpp"
#include "daemon/backup/manifest.hpp"
#include "daemon/config/config.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace artifactd::backup {

struct Made {
  std::string archive = {};
  std::uint64_t bytes = 0; ///< of the archive
  Manifest manifest = {};
};

/// Fault::exists if there is something under the archive's name; Fault::unsafe if it would lie in a root. If
/// it is stopped, nothing is kept.
Result<Made> make_backup(Config const& config, std::string const& archive, GoOn const& go_on);

} // namespace artifactd::backup
