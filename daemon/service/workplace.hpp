// Where settling happens: Dispatch decides who is next, Workers do it, the Loop carries results back. There
// are three lanes, each with a Dispatch and Workers of its own: work that foreign code keeps busy for seconds
// fills only the second one, and work that waits for models only the third. All members are for the loop's
// thread; Work runs on the workers' threads, finished() on the loop's. Shutdown: begin_shutdown() refuses new
// work, `drained` is called once the last run is over, and only then may the workplace be destroyed.
#pragma once

#include "daemon/process/loop.hpp"
#include "daemon/process/workers.hpp"
#include "daemon/settling/dispatch.hpp"

namespace artifactd {

class Workplace {
public:
  /// Called at the end of each run; hints given inside it count as given during that run.
  using Finished = std::function<void(SessionKey const&, RunResult const&)>;

  /// `workers` is the number of sessions settled at the same time; a quarter of that, and at least one, may
  /// have their slow work settled besides, and `most_waiting` may wait. `slow` and `waiting` are run for a
  /// session after `work` reported such work.
  Workplace(Loop& loop, std::size_t workers, Work work, Finished finished, Work slow = nullptr,
            Work waiting = nullptr, std::size_t most_waiting = 1);
  ~Workplace();
  Workplace(Workplace const&) = delete;
  Workplace& operator=(Workplace const&) = delete;

  void hint(SessionKey const& session, Hints hints, Urgency urgency);
  void vanished(SessionKey const& session);

  /// Calls `drained` when the last run is over, or at once if nothing runs.
  void begin_shutdown(Loop::Callback drained);

  [[nodiscard]] DispatchCounters counters() const; ///< of all lanes
  [[nodiscard]] std::optional<Moment> due_of(SessionKey const& session) const;

private:
  struct Track {
    Track(Workplace& place, std::size_t most, Work task, Priority priority);

    Work work;
    Dispatch dispatch;
    Loop::Timer retry;
    Workers workers; ///< last: its threads are joined before what they use is destroyed
  };

  void serve(Track& track);
  void start(Track& track, Job job);
  void finish(Track& track, Job const& job, RunResult const& result);
  void hand_over(Track& track, Job const& job);
  [[nodiscard]] bool at_rest() const;

  Loop& loop_;
  Finished finished_;
  Loop::Callback drained_;
  Track quick_;
  Track slow_;
  Track waiting_;
};

} // namespace artifactd
