// What a person has to do if artifactd may not read or write in a session directory, or read its graph.
#pragma once

#include "state/session/session.hpp"

namespace artifactd {

/// Fault::denied, `session.denied`: who may not write where, and the command for the directory's owner.
[[nodiscard]] Error session_denied(Session const& session);
/// The same for one that this thread's user may not open: its stamp, and its path for people.
[[nodiscard]] Error session_closed(Stamp const& directory, std::string const& shown);
/// An Error of opening the session's graph, at `path` below the session. For want of a right it becomes
/// `graph.denied`, with the command for the graph's owner.
[[nodiscard]] Error unreadable_graph(Session const& session, std::string const& path, Error error);

/// Fault::denied, `graph.owner`: a file of a third user, who could no longer write it once this thread's
/// user has replaced it; with the command.
[[nodiscard]] Error not_writable_by_owner(Stamp const& file, std::string const& shown);

struct InputPlace {
  int directory;
  std::string const& name;
  Stamp const& stamp; ///< of the input
};
/// For an Error of reading an input, shown as `path`, for want of a right: Fault::denied, `input.denied`,
/// with the command for the input's owner.
[[nodiscard]] Error input_denied(Error const& error, std::string const& path, InputPlace const& place);

/// For an Error with EPERM of changing something in the session: with what may be the reason, and the
/// command.
[[nodiscard]] Error not_permitted(Session const& session, Error error);

/// session_denied() if this thread's user may not create files in the session.
Result<void> may_write(Session const& session);

} // namespace artifactd
