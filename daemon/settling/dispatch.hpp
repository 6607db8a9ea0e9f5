// Decides which session is settled next. Never two runs in one session and lane at a time; a hint during a
// run causes exactly one more run; sessions are served in the order of their requests. No thread, no clock,
// no worker: the Workplace drives it.
//
//             hint            take          done         again         due
//   idle ────────────► queued ─────► running ────► idle    │
//                        ▲  ▲          │  │                ▼
//                        │  │     hint │  └───────────► waiting ──┐
//                        │  │          ▼                  │       │
//                        │  └─────── dirty ◄─┐       hint │       │ due
//                        │  done|again  └────┘ hint       │       │
//                        └────────────────────────────────┴───────┘
//
// `done` is a run that left nothing pending (settled) or found no session (gone), `again` one that asks for
// another (pending, or again_in); `lost`, a session found to be gone, only ends waiting. Waiting is backoff:
// from 50 ms doubling to 60 s, or to 5 s if another process merely holds the mutex, each with up to a quarter
// of jitter; any news resets it. next_phase() is the same diagram as a table. An idle session has no entry,
// so memory grows with the work, not with the sessions.
#pragma once

#include "state/platform/clock.hpp"
#include "watchers/hints.hpp"
#include "watchers/session_key.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <unordered_map>
#include <utility>

namespace artifactd {

enum class RunEnd : std::uint8_t {
  settled, ///< this run left nothing pending that it saw
  pending, ///< something is left, for a reason that may pass
  gone,    ///< the session no longer exists
};

struct RunResult {
  RunEnd end = RunEnd::settled;
  std::optional<Duration> again_in{}; ///< requests another run then, instead of backoff
  bool busy_only = false;             ///< pending only because another process holds the session
  bool slow = false;                  ///< found work for the slow lane
  bool waiting = false;               ///< found work for the lane of waiting work
};

/// One run of one session, on a worker's thread. An exception counts as pending.
using Work = std::function<RunResult(SessionKey const&, Hints const&)>;

enum class Phase : std::uint8_t { idle, queued, running, dirty, waiting };
enum class Trigger : std::uint8_t { hint, take, done, again, due, lost };

/// std::nullopt if the trigger cannot occur in that phase.
[[nodiscard]] std::optional<Phase> next_phase(Phase phase, Trigger trigger) noexcept;

struct Job {
  SessionKey session;
  Hints hints;
};

struct DispatchCounters {
  std::size_t queued = 0;
  std::size_t running = 0;
  std::size_t waiting = 0;
  std::uint64_t runs = 0;         ///< finished ones
  std::uint64_t settled = 0;      ///< of these
  std::optional<Moment> oldest{}; ///< since when the head of the queue has waited
};

class Dispatch {
public:
  explicit Dispatch(std::uint32_t jitter_seed) : jitter_(jitter_seed) {}

  void hint(SessionKey const& session, Hints hints, Urgency urgency, Moment now);

  /// The session is gone: a planned retry is dropped.
  void vanished(SessionKey const& session);

  /// A run of this session was taken and is not over.
  [[nodiscard]] bool runs(SessionKey const& session) const;

  /// The next run to start, if any is due.
  std::optional<Job> take(Moment now);

  /// The run taken by take() for this session is over.
  void finish(SessionKey const& session, RunResult const& result, Moment now);

  /// When the next waiting session is due, if any.
  [[nodiscard]] std::optional<Moment> next_due() const;

  /// When this session will be retried, if it waits.
  [[nodiscard]] std::optional<Moment> due_of(SessionKey const& session) const;

  /// Takes no more work and drops what has not started; the directories keep it for the next start.
  void refuse();

  /// No run is in progress and none will start by itself.
  [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }

  [[nodiscard]] DispatchCounters counters() const;

private:
  struct Entry {
    Phase phase = Phase::idle;
    std::uint8_t setbacks = 0; ///< pending outcomes in a row
    Hints hints;
    Moment since{}; ///< queued: since when; waiting: until when
  };
  using Entries = std::unordered_map<SessionKey, Entry>;
  using Waiter = std::pair<Moment, Entries::value_type*>;

  void enter(Entries::value_type& entry, Phase phase, Moment when);
  void wake_due(Moment now);
  Duration jittered(Duration longest);
  Duration delay(RunResult const& result, Entry& entry);

  Entries entries_;
  std::deque<Entries::value_type*> queue_;
  std::set<Waiter> waiters_;
  std::size_t running_ = 0;
  std::uint64_t runs_ = 0;
  std::uint64_t settled_ = 0;
  bool refusing_ = false;
  std::minstd_rand jitter_;
};

} // namespace artifactd
