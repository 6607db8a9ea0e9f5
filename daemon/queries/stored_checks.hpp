// What `doctor --fsck` checks besides: everything that artifactd stored, read whole. Nothing is changed; each
// problem comes with the command that helps.
#pragma once

#include "daemon/queries/checkup.hpp"
#include "state/vocabulary/progress.hpp"

namespace artifactd {

struct StoredCheckup {
  Checkup checkup = {};
  std::size_t databases = 0;
  std::size_t sessions = 0;
  std::size_t generations = 0;
};

[[nodiscard]] StoredCheckup check_everything_stored(Config const& config, OnProgress const& on_progress);

[[nodiscard]] nlohmann::ordered_json to_json(StoredCheckup const& stored);

/// The databases of the state directory: sound, and of a layout that is known.
void check_databases(Config const& config, StoredCheckup& stored);

/// A session's private directory, under its claim: leftovers, owners, attempts, settled signals, generations.
void check_private_directory(Session const& session, Config const& config, StoredCheckup& stored);

} // namespace artifactd
