// How the settling of signals ended, one by one and for a session.
#pragma once

#include "state/finding.hpp"
#include "state/settle/refusal.hpp"
#include "state/settle/retire.hpp"
#include "state/settle/signal.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

enum class End : std::uint8_t {
  merged,    ///< something was committed, the signal is gone
  unchanged, ///< exactly this was committed already, the signal is gone
  refused,   ///< instructions are written, the signal is `.error`
  pending,   ///< not the agent's fault; the signal stands, `reason` says why
  vanished,  ///< somebody removed the signal before it was judged
  again,     ///< dropped anew or its inputs changed while it was judged: it stands and is to be settled again
};
[[nodiscard]] std::string_view end_word(End end) noexcept;

struct Step {
  std::string_view what; ///< "seen", "read", "diagnosed", "claimed", "locked" (or "waited" for the locks in
                         ///< vain), "merged", "published", "retired"
  Moment at;
};

struct SignalEnd {
  explicit SignalEnd(SignalName name) : signal(std::move(name)) {}

  SignalName signal;
  End end = End::pending;
  std::optional<Error> reason;             ///< of pending
  std::vector<Finding> findings;           ///< errors of a refusal; or warnings
  std::optional<Refused> refusal;          ///< of refused
  std::optional<std::uint64_t> generation; ///< under which what stood there before is kept
  std::optional<Duration> again_in;        ///< of again: not before; unset: at once
  std::vector<Step> steps;

  void mark(std::string_view step) { steps.push_back({step, Monotonic::now()}); }
};

struct SettleReport {
  std::vector<SignalEnd> signals;
  std::vector<std::string> notices; ///< about the session: foreign writers, late writes
  bool recovered = false;           ///< leftovers were put right: signals may stand again, look once more
  std::optional<Duration> again_in; ///< when to look at the session again though nothing is pending
  std::optional<Error> trouble;     ///< why nothing was done at all; each pending signal carries it too
};

/// The signal as it is once the session is claimed; nothing, and its end, when it is another one, or none.
Result<std::optional<Sighting>> sight_again(Session const& session, Sighting const& before, SignalEnd& end);

/// What a signal that was retired with that verdict ended as; `how` where nothing came in between.
[[nodiscard]] End end_of_retired(Retired retired, Verdict verdict, End how) noexcept;

/// An agent that never stops writing gets a few rounds in one run.
enum class Round : std::uint8_t {
  more_may_come, ///< what was added while it was judged is settled at once
  last,          ///< it waits for its own signal
};

/// Whether what is there is to be settled now.
enum class Readiness : std::uint8_t {
  settled, ///< it asks for nothing: a document that is as it was settled
  early,   ///< it may still be written
  ready,
};

} // namespace artifactd
