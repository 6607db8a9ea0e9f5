// The answer to `doctor`, and its checks. Every check appends its results: a Note is fine and worth knowing,
// a Problem comes with the command that fixes it. Nothing is changed; trials use a private name and are
// removed again.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/status/status_board.hpp"
#include "state/session/session.hpp"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd {

struct Diagnosed {
  enum class Weight : std::uint8_t { note, problem };
  Weight weight = Weight::note;
  std::string about; ///< the thing checked: a path, "journal", "inotify"
  std::string text;
  std::string cure = {}; ///< a command, or what to write where
};
using Checkup = std::vector<Diagnosed>;

/// All of the checks below; if the configuration has errors: those, and the process.
[[nodiscard]] Checkup check_everything(ConfigSource const& source);

[[nodiscard]] bool has_problem(Checkup const& checkup) noexcept;

[[nodiscard]] nlohmann::ordered_json to_json(Checkup const& checkup);

/// Who looks: what this user may not do says nothing about what the daemon may.
enum class Onlooker : std::uint8_t {
  daemon_like, ///< root, the daemon's user, or any user if no daemon was ever started
  stranger,
};
[[nodiscard]] Onlooker onlooker_of(Config const& config);

/// The daemon, its journal, its status board.
void check_process(Config const& config, Onlooker onlooker, Checkup& checkup);

/// Signals that wait for an operator, as the daemon says.
void check_waiting(Config const& config, Board const& board, Checkup& checkup);

/// A root, or a directory of the daemon itself: whether there is room on its disk.
void check_room(std::string const& directory, Checkup& checkup);

/// A root: present, writable, on a file system that supports what publishing needs.
void check_root(RootConfig const& root, Onlooker onlooker, Checkup& checkup);

/// inotify's limits against the number of directories to watch.
void check_watch_limits(std::size_t directories, Checkup& checkup);

/// The databases beside the journal: those of the state directory, and the server that keeps stories, if any.
void check_databases(Config const& config, Checkup& checkup);

/// The cure of a damaged one.
inline constexpr std::string_view database_from_backup =
    "artifactctl backup restore FILE --to DIR  # and take the database from there";

/// What keeps artifactd's own files, and the programs it runs, isolated.
void check_isolation(Config const& config, Checkup& checkup);

/// A session's owner, if its commands would run as that user.
void check_owner(Session const& session, Config const& config, Checkup& checkup);

/// A session: its graph, leftovers of killed processes, signals that will never be found.
void check_session(Session const& session, Config const& config, Checkup& checkup);

} // namespace artifactd
