// What doctor looks at. Every check appends what it found: a Note is fine and worth knowing, a Problem comes
// with the command that cures it. Nothing is changed; what is tried out is tried under a private name and
// removed again.
#pragma once

#include "daemon/config.hpp"
#include "state/session.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace artifactd {

struct Diagnosed {
  enum class Weight : std::uint8_t { note, problem };
  Weight weight = Weight::note;
  std::string about; ///< the thing looked at: a path, "journal", "inotify"
  std::string text;
  std::string cure = {}; ///< a command, or what to write where
};
using Checkup = std::vector<Diagnosed>;

/// The daemon, its journal, its status board.
void check_process(Config const& config, Checkup& checkup);

/// A root: there, writable, on a file system that can do what publishing needs.
void check_root(RootConfig const& root, Checkup& checkup);

/// inotify's limits against the number of directories to be watched.
void check_watch_limits(std::size_t directories, Checkup& checkup);

/// The server that keeps stories, where there is one.
void check_database(Config const& config, Checkup& checkup);

/// What keeps artifactd's own files, and the programs it runs, to themselves.
void check_isolation(Config const& config, Checkup& checkup);

/// A session's owner, where its commands would run as that user.
void check_owner(Session const& session, Config const& config, Checkup& checkup);

/// A session: its graph, leftovers of killed processes, signals that nobody will ever find.
void check_session(Session const& session, Config const& config, Checkup& checkup);

} // namespace artifactd
