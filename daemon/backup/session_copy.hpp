// One session, copied under its claim with its owner's rights. What a killed artifactd left unfinished is put
// right first, as settling would do it; nothing is settled. The work directory is copied empty, and other
// tools' mutex is not copied: both only say what runs now.
#pragma once

#include "daemon/backup/tree_copy.hpp"
#include "daemon/config/config.hpp"
#include "watchers/session_key.hpp"

namespace artifactd::backup {

struct SessionCopy {
  SavedSession saved = {};
  TreeCopy tree;
};

struct CopyTools {
  Config const& config;
  Staging& staging;
  AccountNames& names;
  std::vector<Stamp> secrets = {};
};

/// Fault::missing: it is gone; Fault::busy: somebody else holds it all the time.
Result<SessionCopy> copy_session(CopyTools& tools, SessionKey const& key, std::string const& root_name);

} // namespace artifactd::backup
