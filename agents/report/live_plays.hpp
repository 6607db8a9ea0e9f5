// Examines the plays of a session while they are played: what their hosts append is examined as it arrives,
// and problems are stored, reported and, if the operator wants that, submitted to the editor. Takes no lock
// of a play, so hosts are never blocked. Its memory may be lost at any time.
#pragma once

#include "agents/report/play_book.hpp"
#include "agents/report/played.hpp"
#include "agents/report/report_policy.hpp"
#include "merge/play/record/examination.hpp"
#include "state/session/session.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace artifactd::report {

/// The result of a look at a session's plays.
struct PlaysSeen {
  std::vector<std::string> live;     ///< ids of the plays whose logs changed most recently: to be watched
  std::vector<PlayIssue> issues;     ///< new ones
  std::vector<std::string> troubles; ///< new ones: why a play cannot be examined
  bool unfinished = false;           ///< there is more to be examined: look again
  bool awaited = false;              ///< a play is just beginning and cannot be examined yet: look again soon
};

class LivePlays {
public:
  /// Looks at all plays of the session, or only at these. Fault::missing if it has none.
  Result<PlaysSeen> look(Session const& session, ReportPolicy const& policy,
                         std::set<std::string> const* only = nullptr);
  /// The session is gone.
  void forget(std::string const& session) { sessions_.erase(session); }

private:
  /// For a play that was examined lately.
  struct AtWork {
    AtWork(Played played, std::set<std::string> known, std::string digest)
        : examination(std::move(played.files), std::move(played.record.meta.players), std::move(known)),
          agent(std::move(played.agent)), artifacts(std::move(digest)) {}

    play::Examination examination;
    std::optional<Name> agent; ///< whose artifacts it is played with
    std::string artifacts;     ///< their digest
  };
  /// Kept small: there may be many plays that nobody plays any more.
  struct Known {
    Stamp log = {};                       ///< stamp at its last examination
    std::unique_ptr<AtWork> at_work = {}; ///< null: the book knows how far it was examined
    std::uint64_t kept = 0;               ///< bytes of the log that are recorded in the book as examined
    std::uint64_t used = 0;               ///< when it was last used, counted in looks
    std::string trouble = {};             ///< why it cannot be examined
    bool is_replaced = false;             ///< by another file, which could not be examined yet
  };
  using Plays = std::map<std::string, Known>;
  static Result<void> keep(PlayBook& book, std::string const& session, std::string const& id, Known& known);

  class Visit; ///< one look
  Result<Plays*> plays_of(Session const& session, PlayBook& book);
  Result<void> rest(PlayBook& book);

  std::map<std::string, Plays> sessions_;
  std::uint64_t looks_ = 0;
};

} // namespace artifactd::report
