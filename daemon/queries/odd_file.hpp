// What to tell people about a file that is named like a signal and is not one, or is in the wrong place.
#pragma once

#include "state/platform/stamp.hpp"
#include "state/session/session.hpp"
#include "watchers/scan.hpp"

namespace artifactd {

struct OddFileAdvice {
  std::string reason;  ///< safe to print
  std::string command; ///< renames it and loses nothing; empty: it may belong to another program
};

/// `session`: the path of its directory, which is open as `directory`.
[[nodiscard]] OddFileAdvice advice_on(OddFile const& odd, int directory, std::string const& session,
                                      Kinds const& kinds);

/// "a.kg.lock is ignored: …: COMMAND"; empty unless something that is not a signal has this valid name of
/// one.
[[nodiscard]] std::string why_ignored(Session const& session, std::string const& file);

/// The stamp of the refused signal. Fault::missing if no file has its name, or if something else has it; the
/// Error then gives the command that moves it away.
[[nodiscard]] Result<Stamp> refused_signal(Session const& session, SignalName const& signal);

/// The command for a signal at `path` below the session: into the session, or out of the way if the session
/// has a signal of that name.
[[nodiscard]] std::string command_for_misplaced(std::string const& path, int directory,
                                                std::string const& session);

} // namespace artifactd
