// Proposed corrections, wishes, and every answer with all its evidence, stored where the session's writers
// cannot reach them. A database in artifactd's own directory.
#pragma once

#include "merge/game/values/value.hpp"
#include "state/database/sqlite.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd::report {

using game::Value;

/// A correction of a play's state that somebody has to confirm.
struct Proposal {
  /// `expired` is never stored: it follows from the play and the time (report/expiry).
  enum class State : std::uint8_t { open, confirmed, rejected, undone, expired };
  std::string id;          ///< derived from its content: the same report proposes it once
  std::string session;     ///< path
  std::string report;      ///< name
  std::string play;        ///< id
  std::string base;        ///< digest of the state that the log leads to
  std::string found;       ///< digest of the state in state.json; the same unless somebody changed it
  std::uint64_t after = 0; ///< the last step of the log; expires once there are more
  Value ops = Value::array();
  std::uint64_t restart = 0; ///< instead of them: continue from before this step
  std::string reason;
  std::int64_t made = 0; ///< seconds since 1970
  State state = State::open;
  std::string by = {}; ///< who confirmed or rejected it
};
[[nodiscard]] std::string_view word_of(Proposal::State state) noexcept;
[[nodiscard]] Value to_json(Proposal const& proposal);

struct Wish {
  std::string session;
  std::string report;
  std::string play;
  std::string player;
  std::string text;
  std::string at;
};
/// {version, wishes}
[[nodiscard]] Value to_json(std::vector<Wish> const& kept);

/// An answer with all its evidence.
struct Answered {
  std::string session;
  std::string report;
  std::string digest;   ///< of the request
  std::string category; ///< for counting what is reported repeatedly, together with:
  std::string fragment;
  std::string play;
  Value whole; ///< {message, text, evidence, …}
  std::string at;
};

/// Wishes beyond this limit push out the oldest.
inline constexpr std::int64_t most_wishes = 10'000;
inline constexpr std::int64_t most_answers = 100'000;

/// Opened for each use, with the permissions of the process. Fault::busy while another process writes.
class ReportBook {
public:
  static Result<ReportBook> open(std::string const& path);
  /// To look only: nothing is created. Fault::missing if nothing was reported yet.
  static Result<ReportBook> open_to_look(std::string const& path);

  /// Stored once for its id: a second call changes nothing.
  Result<void> propose(Proposal const& proposal);
  [[nodiscard]] Result<std::optional<Proposal>> proposal(std::string const& session, std::string const& id);
  [[nodiscard]] Result<std::vector<Proposal>> proposals(std::string const& session);
  /// Of all sessions, those that nobody has decided; some may have expired.
  [[nodiscard]] Result<std::vector<Proposal>> open_proposals();
  /// Fault::exists if it is no longer in the state in which it was read.
  Result<void> close(Proposal const& read, Proposal::State state, std::string const& by);

  /// Stored once for its session and report.
  Result<void> wish(Wish const& wish);
  [[nodiscard]] Result<std::vector<Wish>> wishes(std::string const& session);
  Result<void> forget_wishes(std::string const& session);

  /// Replaces an earlier answer to that report.
  Result<void> answer(Answered const& answered);
  [[nodiscard]] Result<std::vector<Answered>> answers(std::string const& session);

  /// Plays whose players doubt that part of the rules, in order of the doubts.
  [[nodiscard]] Result<std::vector<std::string>> plays_doubting(std::string const& session,
                                                                std::string const& fragment);

private:
  explicit ReportBook(sqlite::Database database) : database_(std::move(database)) {}
  sqlite::Database database_;
};

} // namespace artifactd::report
