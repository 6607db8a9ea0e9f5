// Whom the process acts for. A session directory belongs to a user; what is done in it is done with that
// user's rights and no others. What belongs to artifactd itself (journal, log, user database, processes it
// starts) is done with the rights of the process.
#pragma once

#include "state/result.hpp"
#include "state/stamp.hpp"

#include <functional>
#include <sys/types.h>
#include <vector>

namespace artifactd {

struct Identity {
  uid_t user;
  gid_t group;
  std::vector<gid_t> groups; ///< supplementary

  bool operator==(Identity const&) const = default;
};

/// The owner of a session directory, as fstat on an O_PATH descriptor tells it. The supplementary groups are
/// those of the user database; the group is the directory's where the owner is a member of it, else the
/// owner's own. A user without an entry there has the directory's group and no others. An Error means that
/// the database could not be read, never that there is no entry.
Result<Identity> session_identity(Stamp const& directory);

/// Runs `work` with the identity of the process and waits for it; what it throws is thrown here. Costs
/// nothing on a thread that acts for nobody else. Other threads hand the work to a single thread that never
/// changes identity, so it has to be short and may not wait for the caller. That thread lives as long as the
/// process.
///
/// It is for whatever opens files of artifactd or asks the system who may do what: SQLite opens -wal and -shm
/// in whichever thread first needs them; a parent-death signal is tied to the thread that forked, and an exec
/// there would keep the session's file system identity; glibc looks users up through files and sockets.
void as_self(std::function<void()> const& work);

} // namespace artifactd
