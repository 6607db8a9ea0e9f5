// What a person or a program names, found: sessions, signals, agents.
#pragma once

#include "daemon/config/config.hpp"
#include "state/session/entered_session.hpp"
#include "watchers/session_key.hpp"

#include <string>
#include <string_view>

namespace artifactd {

/// A session named on the command line: a path (symlinks followed once) or, if there is no such path and it
/// holds no slash, the name of a session below a configured root. Below a root its key, and so its shown()
/// path, is the one that the daemon, its journal and its status use. Elsewhere the session is its own root,
/// by its resolved path. While the object exists, the command acts with the rights of the session's owner.
struct NamedSession : EnteredSession {
  SessionKey key;
};
[[nodiscard]] Result<NamedSession> session_argument(Config const& config, std::string const& argument);

/// The path of that session, with links resolved. It is not opened, and need not be a directory.
[[nodiscard]] Result<std::string> session_path(Config const& config, std::string const& argument);

/// The FILE of a `state` command: the path as given, or the directory of a session if its name is given.
[[nodiscard]] Result<std::string> state_argument(Config const& config, std::string const& argument);

/// The path under which the journal knows a session; a session that is gone keeps its former name.
[[nodiscard]] std::string session_name(Config const& config, std::string const& argument);

/// The rule for names of agents and signals, for people.
inline constexpr std::string_view name_rule =
    "letters, digits, '.', '_' and '-', 64 at most, beginning with a "
    "letter or digit and not ending in a signal kind";

/// `NAME` or `NAME.KIND`, kg if no kind is given; also the file name of a signal. A file name that looks like
/// one but is invalid is Fault::invalid.
[[nodiscard]] Result<SignalName> parse_signal_argument(Kinds const& kinds, std::string_view text);

/// AGENT as a Name.
[[nodiscard]] Result<Name> agent_argument(std::string const& argument);

/// Fault::invalid if its kind reserves the name.
[[nodiscard]] Result<void> allowed_name(SignalName const& signal);

/// The id of a play as a Name.
[[nodiscard]] Result<Name> play_argument(std::string const& argument);

/// The system names files as they were opened, below the session: the same error with the session's path.
[[nodiscard]] Error error_in(Session const& session, Error error);

} // namespace artifactd
