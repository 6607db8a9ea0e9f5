// Makes a backup, while the daemon and the agents go on: every session, one after the other, then artifactd's
// own databases, then the configuration. In this order, since what a session has must be known to the
// databases: what was settled after its session was copied is settled again where it is restored.
//
// The archive appears under its name when it is complete and durable, or not at all; it is readable by its
// owner alone. What could not be copied does not stop it, and is named.
#pragma once

#include "daemon/backup/manifest.hpp"
#include "daemon/config/config.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace artifactd::backup {

struct Progress {
  std::size_t done = 0; ///< sessions
  std::size_t of = 0;
  std::string about = {}; ///< a session, or what else is copied
};
/// False: stop, and keep nothing.
using OnProgress = std::function<bool(Progress const&)>;

struct Made {
  std::string archive = {};
  std::uint64_t bytes = 0; ///< of the archive
  Manifest manifest = {};
};

/// Fault::exists if there is something under the archive's name; Fault::unsafe if it would lie in a root.
Result<Made> make_backup(Config const& config, std::string const& archive, OnProgress const& on_progress);

} // namespace artifactd::backup
