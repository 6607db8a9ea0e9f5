// How the settling of signals ended, one by one and for a session.
#pragma once

#include "state/settle/refusal.hpp"
#include "state/settle/retire.hpp"
#include "state/settle/signal.hpp"
#include "state/vocabulary/finding.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

enum class End : std::uint8_t {
  merged,    ///< something was committed; the signal is gone
  unchanged, ///< exactly this was committed before; the signal is gone
  refused,   ///< instructions are written; the signal is `.error`
  pending,   ///< not the agent's fault; the signal remains, `reason` says why
  vanished,  ///< somebody removed the signal before it was judged
  again,     ///< resubmitted or its inputs changed while it was judged: it must be settled again
};
[[nodiscard]] std::string_view end_word(End end) noexcept;

/// What has been done with a signal. Not every kind takes every step.
enum class Step : std::uint8_t {
  seen,
  read,
  diagnosed,
  edited,
  sorted,
  asked,
  judged,
  played,
  claimed,
  locked,
  waited, ///< for the locks, in vain
  merged,
  published,
  kept,
  restored,
  retired,
};
[[nodiscard]] std::string_view step_word(Step step) noexcept;

struct StepTaken {
  Step what;
  Moment at;
};

struct SignalEnd {
  explicit SignalEnd(SignalName name) : signal(std::move(name)) {}

  SignalName signal;
  End end = End::pending;
  std::optional<Error> reason;             ///< of pending
  std::vector<Finding> findings;           ///< errors of a refusal; or warnings
  std::optional<Refused> refusal;          ///< of refused
  std::optional<std::uint64_t> generation; ///< under which the previous version is kept
  std::optional<Duration> again_in;        ///< unset: at once; if pending, after growing delays
  std::vector<StepTaken> steps;

  /// False if it may end differently in a later round of the same run.
  [[nodiscard]] bool is_final() const noexcept { return end != End::pending && end != End::again; }
  /// False for a refusal that is only found again: there is nothing to count, log or journal.
  [[nodiscard]] bool is_news() const noexcept { return !refusal || !refusal->again; }
  void mark(Step step) { steps.push_back({step, Monotonic::now()}); }
};

struct SettleReport {
  std::vector<SignalEnd> signals;
  std::vector<std::string> notices; ///< about the session: foreign writers, late writes
  bool recovered = false;           ///< leftovers were cleaned up: signals may exist again, look once more
  std::optional<Duration> again_in; ///< when to look at the session again although nothing is pending
  std::optional<Error> trouble;     ///< why nothing was done at all; each pending signal carries it too
};

/// The current signal once the session is claimed; std::nullopt, and its end, if it is another one or gone.
Result<std::optional<Sighting>> sight_again(Session const& session, Sighting const& before, SignalEnd& end);

/// The end of a signal that was retired with that verdict; `how` if nothing happened in between.
[[nodiscard]] End end_of_retired(Retired retired, Verdict verdict, End how) noexcept;

/// An agent that never stops writing gets only a few rounds in one run.
enum class Round : std::uint8_t {
  more_may_come, ///< what was added while it was judged is settled at once
  last,          ///< it waits for a signal of its own
};

/// Whether what is there should be settled now.
enum class Readiness : std::uint8_t {
  settled, ///< nothing to do: the document is as it was settled
  early,   ///< it may still be being written
  ready,
};

} // namespace artifactd
