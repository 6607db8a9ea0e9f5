// The watching half of the daemon on a scratch root: Sessions and a Workplace over a real Loop, with Work
// that settles by removing signals and counts its runs. Tests wait for conditions and cookies, never for a
// fixed time.
#pragma once

#include "daemon/service/sessions.hpp"
#include "daemon/service/workplace.hpp"
#include "tests/support/scratch_dir.hpp"

#include <atomic>
#include <functional>
#include <gtest/gtest.h>
#include <map>

namespace artifactd::test {

enum class Signals : std::uint8_t {
  removed, ///< runs settle the signals they find
  left,    ///< runs leave them pending, with no retry during the test
  unseen,  ///< runs overlook them, as if dropped again a moment later
};

class Watching : public testing::Test {
protected:
  Watching();
  ~Watching() override;

  /// Begins to watch `root_`; by default without an audit during the test.
  void start(SessionsOptions options = {}, OnProgress const& on_progress = {});
  [[nodiscard]] SessionsOptions quiet(unsigned depth = 1) const;

  /// Runs the loop until `done` holds after some run or audit; fails the test after ten seconds.
  void run_until(std::function<bool()> const& done);

  /// Runs the loop until everything published before this call is settled: drops a cookie signal in the way
  /// that takes longest to notice, and waits for all runs to end.
  void catch_up();

  /// Runs a command line in the root directory.
  void shell(std::string const& command) const;

  /// Drops the signal `name` into a session.
  void drop(std::string const& session, std::string const& name = "a") const;
  [[nodiscard]] bool present(std::string const& path) const;
  [[nodiscard]] int runs(std::string const& session) const;
  void forget_runs() { runs_.clear(); }

  ScratchDir dir_;
  std::string root_ = dir_ / "root";
  std::atomic<Signals> signals_ = Signals::removed; ///< read by runs on their threads
  std::function<void(SessionKey const&)> during_; ///< called by a run before it looks, on the worker's thread
  std::unique_ptr<Loop> loop_ = std::move(*Loop::open());
  std::unique_ptr<Workplace> work_;
  std::unique_ptr<Sessions> sessions_;

private:
  RunResult settle(SessionKey const& session);

  std::map<std::string, int> runs_; ///< by path; loop's thread only
  int cookies_ = 0;
};

} // namespace artifactd::test
