// Runs an agent's own command after its work was refused: in the session directory, with the instructions as
// a prompt on stdin and by path in the environment, its output kept in `.artifactd/runs/`. Reports how the
// run ended: resubmitted, ended without resubmitting, did not finish, or could not be started.
//
// Two runs for one signal never overlap: each holds a lock in a directory that agents cannot reach, and every
// process it starts inherits the lock. If artifactd is killed during a run, the orphaned processes keep the
// lock; the next run ends them first.
#pragma once

#include "agents/child/process.hpp"
#include "agents/common/run_report.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/names.hpp"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

/// How the operator wants an agent's command to be run.
struct ReinvokeRule {
  std::vector<std::string> argv;
  std::vector<std::string> environment = {}; ///< "NAME=value", in addition to what every run gets
  Duration timeout = std::chrono::minutes(10);
  ChildLimits limits = {};
};

/// The lock of one signal's runs, below `directory` (0700, out of agents' reach).
class RunLock {
public:
  /// Fault::busy while another process of artifactd holds it: its programs are left alone. Those that a
  /// killed one left behind are ended first.
  static Result<RunLock> take(std::string const& directory, std::string_view session,
                              SignalName const& signal);

  [[nodiscard]] int fd() const noexcept { return file_.get(); }

  /// Ends what earlier runs left holding locks in `directory`, which only this process uses. Processes it
  /// cannot end are tried again by the next take().
  static void end_orphans(std::string const& directory);

  /// Ends every other process that has inherited the lock, whatever session or group it moved to. Processes
  /// of another user are invisible here: their unit ends those.
  void end_others() const;

private:
  explicit RunLock(UniqueFd file) noexcept : file_(std::move(file)) {}
  UniqueFd file_;
};

/// Blocks until the command has ended. `cancel`: as in Command. An Error says that the session could not be
/// read and nothing was run.
Result<RunReport> reinvoke(Session const& session, SignalName const& signal, ReinvokeRule const& rule,
                           RunLock const& lock, Runner const& runner, int cancel);

} // namespace artifactd
