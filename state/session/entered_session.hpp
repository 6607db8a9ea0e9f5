// The only way to enter a session: opening its directory also takes on the rights of its owner and no others.
// A daemon or a person running as root lends a session no rights that its owner does not have.
#pragma once

#include "state/platform/identity.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/kind.hpp"

#include <string>

namespace artifactd {

/// Must stay on the thread that entered.
struct EnteredSession {
  SessionScope scope; ///< first: it outlives everything opened in it
  Session session;
};

/// `place` is an O_PATH descriptor of the session's directory, which is reopened as its owner; `shown` is its
/// path for messages; `kinds` are the kinds whose work is to be settled. As root, returns Fault::denied with
/// "session.owner" and the remedy if no usable owner is found: the owner is unknown here, or is root and
/// others may write what is to be settled; Fault::changed if the directory changed owner meanwhile.
///
/// A private directory that a former artifactd kept here as root is renamed to `.artifactd.former-<n>` if the
/// owner cannot write it.
Result<EnteredSession> enter_session(int place, std::string shown, Kinds const& kinds);

/// A session named by a person: symlinks in this path are resolved once.
Result<EnteredSession> enter_session(std::string const& path, Kinds const& kinds);

/// Names of the form `.artifactd.former-<n>`, in any order.
Result<std::vector<std::string>> former_homes(Session const& session);

} // namespace artifactd
