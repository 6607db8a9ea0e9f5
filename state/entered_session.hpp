// The one door to a session: with the directory one gets the rights of its owner and no others. A daemon that
// runs as root, or a person who does, lends a session nothing that its owner does not have.
#pragma once

#include "state/identity.hpp"
#include "state/kind.hpp"
#include "state/session.hpp"

#include <string>

namespace artifactd {

/// Stays on the thread that entered.
struct EnteredSession {
  SessionScope scope; ///< first: it outlives everything opened in it
  Session session;
};

/// `place` is an O_PATH descriptor of the session's directory, which is opened anew as its owner; `shown` is
/// its path for messages; `kinds` are those whose work is to be settled. As root, Fault::denied with
/// "session.owner" and the cure where nobody can be found whose rights may serve: the owner is unknown here,
/// or it is root and others may write what is to be settled. Fault::changed when the directory changed hands
/// meanwhile.
///
/// What a former artifactd kept here as root, its private directory, is renamed to `.artifactd.former-<n>`
/// where the owner cannot write it.
Result<EnteredSession> enter_session(int place, std::string shown, Kinds const& kinds);

/// A session named by a person: symlinks in this path are resolved, once.
Result<EnteredSession> enter_session(std::string const& path, Kinds const& kinds);

/// Names of the form above, in any order.
Result<std::vector<std::string>> former_homes(Session const& session);

} // namespace artifactd
