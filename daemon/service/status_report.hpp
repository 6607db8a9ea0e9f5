// Keeps the status board, the supervisor's status line and idle memory up to date, once a second.
#pragma once

#include "daemon/process/loop.hpp"
#include "daemon/process/supervisor.hpp"
#include "daemon/service/sessions.hpp"
#include "daemon/service/workplace.hpp"
#include "daemon/settling/edits.hpp"
#include "daemon/settling/settling.hpp"
#include "daemon/status/status_board.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

inline constexpr std::string_view journal_was_damaged = "the journal was damaged; a new one was started";

/// Where it is known how the daemon is.
struct StatusSources {
  Settling& settling; ///< its idle memory is freed
  Sessions const& sessions;
  Workplace const& workplace;
  Journal const& journal;
  EditCounts const& edits;
  std::function<std::vector<std::string>()> own_troubles; ///< of the daemon itself
};

class StatusReport {
public:
  StatusReport(Loop& loop, StatusBoard& board, Supervisor const& supervisor, StatusSources const& sources);

  void start();
  /// Something ended: updates the board within moments instead of at the next second.
  void news();
  void stopping();
  /// "12 sessions, 3 pending", for the supervisor.
  [[nodiscard]] std::string summary() const;
  [[nodiscard]] Board board() const;

private:
  /// Each a sentence.
  [[nodiscard]] std::vector<std::string> troubles() const;
  void tick();
  /// Logs each trouble once, and when all are over.
  void tell_troubles(std::vector<std::string> const& troubles);

  StatusBoard& out_;
  Supervisor const& supervisor_;
  StatusSources from_;
  std::int64_t started_ns_;
  std::uint64_t last_runs_ = 0;
  std::string last_summary_;
  std::optional<std::string> told_damaged_; ///< of the journal
  std::string board_trouble_;               ///< why there is no board; else empty
  std::set<std::string> told_troubles_;     ///< without their numbers, which change
  bool stopping_ = false;
  bool fresh_ = false; ///< a tick is about to come
  Loop::Timer timer_;
};

} // namespace artifactd
