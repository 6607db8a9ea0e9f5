// What was found in the plays of sessions, how far their logs were examined, and which repairs were
// requested. A database in artifactd's own directory, where the session's writers cannot reach it.
#pragma once

#include "merge/game/values/value.hpp"
#include "state/database/sqlite.hpp"
#include "state/platform/result.hpp"
#include "state/platform/stamp.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::report {

using game::Value;

/// Something that went wrong in a play.
struct PlayIssue {
  enum class State : std::uint8_t { open, settled, dismissed };
  std::string session; ///< path
  std::string play;    ///< id
  std::string key;     ///< distinguishes it from others of the play
  std::string type;    ///< of merge/play/record/detection, two_hosts or edited_log
  std::string phase;
  std::uint64_t step = 0; ///< of the log; 0: state.json
  bool certain = false;
  std::string message;
  std::string fragment; ///< the likely cause; may be empty
  Value whole;          ///< includes its state
  std::string at = {};
  State state = State::open;
  std::string edit = {}; ///< the name of the requested edit; empty: none
  bool happened = false; ///< an event, not a condition that may last: if it happens again, it is open again
};

/// How far the log of a play was examined.
struct Examined {
  std::string play;
  Stamp log;        ///< only device, inode, birth, modified and size
  Value checkpoint; ///< of merge/play/record/examination; null: the log is read from its beginning
};

/// A repair of a game by the editor, requested without a person.
struct RepairAsked {
  std::string session;
  std::string agent;     ///< whose artifacts it is for
  std::string artifacts; ///< their digest
  std::string fault;     ///< type and phase
  std::string edit;      ///< its name
};
enum class RepairLeave : std::uint8_t {
  granted,
  asked_before, ///< for these artifacts and this fault
  too_many,     ///< `most_repairs_a_day` for this game
};

inline constexpr std::int64_t most_repairs_a_day = 3;
/// Issues beyond this limit push out the oldest.
inline constexpr std::int64_t most_issues = 100'000;

inline constexpr std::int64_t most_issues_listed = 10'000;

/// Opened for each use, with the permissions of the process. Fault::busy while another process writes.
class PlayBook {
public:
  static Result<PlayBook> open(std::string const& path);
  /// Fault::missing if nothing was ever found.
  static Result<PlayBook> open_to_look(std::string const& path);

  /// Stored once for its session, play and key; a settled one becomes open again, and so does a dismissed one
  /// that `happened`.
  Result<void> add(PlayIssue const& issue);
  /// The issues of a session, oldest first.
  [[nodiscard]] Result<std::vector<PlayIssue>> issues(std::string const& session);
  /// The open issues of all sessions, without their states; at most `most_issues_listed`.
  [[nodiscard]] Result<std::vector<PlayIssue>> open_issues();
  /// Sets the open issues of a play to `state`; returns how many.
  Result<std::int64_t> close(std::string const& session, std::string const& play, PlayIssue::State state);

  Result<void> keep(std::string const& session, Examined const& examined);
  /// Without their checkpoints.
  [[nodiscard]] Result<std::vector<Examined>> examined(std::string const& session);
  /// The checkpoint of one play; null if none is kept.
  [[nodiscard]] Result<Value> checkpoint(std::string const& session, std::string const& play);
  /// The play is gone.
  Result<void> forget(std::string const& session, std::string const& play);

  /// Whether the repair may be requested. `now`: seconds since 1970.
  [[nodiscard]] Result<RepairLeave> leave_for(RepairAsked const& repair, std::int64_t now);
  /// Records that it was requested, for the limits.
  Result<void> asked_for(RepairAsked const& repair, std::int64_t now);

private:
  explicit PlayBook(sqlite::Database database) : database_(std::move(database)) {}
  sqlite::Database database_;
};

} // namespace artifactd::report
