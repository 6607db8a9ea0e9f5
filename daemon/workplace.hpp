// Where settling happens: Dispatch says who is next, Workers do it, the Loop carries results back. All
// members are for the loop's thread; Work runs on the workers' threads, finished() on the loop's. Shutdown:
// begin_shutdown() refuses new work, `drained` is called once the last run is over, and only then may the
// workplace be destroyed.
#pragma once

#include "daemon/dispatch.hpp"
#include "daemon/loop.hpp"
#include "daemon/workers.hpp"

namespace artifactd {

class Workplace {
public:
  /// Told of the end of each run; hints given from within belong to that run's time.
  using Finished = std::function<void(SessionKey const&, RunResult const&)>;

  /// `workers` is the number of sessions settled at the same time.
  Workplace(Loop& loop, std::size_t workers, Work work, Finished finished);
  ~Workplace();
  Workplace(Workplace const&) = delete;
  Workplace& operator=(Workplace const&) = delete;

  void hint(SessionKey const& session, Hints hints, Urgency urgency);
  void vanished(SessionKey const& session);

  /// Calls `drained` (at once when nothing runs) when the last run is over.
  void begin_shutdown(Loop::Callback drained);

  [[nodiscard]] DispatchCounters counters() const { return dispatch_.counters(); }
  [[nodiscard]] std::optional<Moment> due_of(SessionKey const& session) const {
    return dispatch_.due_of(session);
  }

private:
  void serve();
  void start(Job job);
  void finish(SessionKey const& session, RunResult const& result);

  Loop& loop_;
  Work work_;
  Finished finished_;
  Dispatch dispatch_;
  Loop::Callback drained_;
  Loop::Timer retry_;
  Workers workers_; ///< last: its threads are joined before anything they use goes
};

} // namespace artifactd
