// How often a signal's work was refused and why, in `.artifactd/attempts/<name>.<kind>.json`. An attempt is
// one submission of the signal with one content of its inputs: its key is (signal identity, ctime first seen,
// digest of inputs), so seeing the same submission again, after a crash or a restart, counts nothing. Anyone
// who may write the session can write the file: it is history and grants nothing; budgets use the larger of
// its count and the journal's.
#pragma once

#include "state/session/session.hpp"
#include "state/settle/signal.hpp"
#include "state/vocabulary/finding.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct Attempt {
  int number = 1;                 ///< 1-based
  std::string key;                ///< as first counted; unchanged if the same submission is seen again
  std::string signal;             ///< identity of the submission
  std::int64_t first_seen_ns = 0; ///< ctime of the signal when first seen; resubmitting it changes its ctime
  bool taken_back = false; ///< it did not become `.error`: resubmitted, withdrawn, or its inputs changed
  std::string inputs;      ///< digest
  Tier tier = Tier::syntax;
  std::string at; ///< ISO time
  std::vector<Finding> findings;
};

/// What a person added for the next attempt.
struct Hint {
  std::string at; ///< ISO time
  std::string text;
};

struct AttemptLog {
  std::vector<Attempt> attempts; ///< oldest first, bounded
  std::vector<Hint> hints = {};  ///< oldest first, bounded
  std::string given_up = {};     ///< ISO time; of the last refused work, if it was given up
};

/// The limit for a hint in bytes: it must fit a command line and a prompt.
inline constexpr std::size_t longest_hint = 4096;

/// An empty log if the file is missing, damaged or oversized. An Error if this machine cannot read it now: an
/// empty log would restart the count at one.
Result<AttemptLog> load_attempts(Session const& session, SignalName const& signal);

/// What tells a submission from the one before.
enum class KnownBy : std::uint8_t {
  stamp,   ///< identity and ctime, which resubmitting changes
  content, ///< inputs, size and mtime alone, which a restored backup keeps: for what a refusal left in place
};

/// The log including this refusal, as a new attempt or as the one already recorded; the attempt is the last
/// one.
[[nodiscard]] AttemptLog with_attempt(AttemptLog log, Sighting const& sighting, std::string const& inputs,
                                      Tier tier, std::vector<Finding> findings,
                                      KnownBy known_by = KnownBy::stamp);

[[nodiscard]] AttemptLog with_hint(AttemptLog log, std::string text);

/// Durable on return.
Result<void> save_attempts(Session const& session, SignalName const& signal, AttemptLog const& log);

/// The refusal counted last did not happen: the same submission must be judged again. Durable on return.
Result<void> void_last_attempt(Session const& session, SignalName const& signal);

/// The attempt for which this very submission was refused, with its instructions written: a kill or a power
/// cut brought the signal back before `.error` was durable. Only the rename must be repeated, even if the
/// inputs have changed since.
Result<std::optional<Attempt>> attempt_on_record(Session const& session, Sighting const& sighting);

/// Whether the attempt was of this signal, which may have been renamed or touched since.
[[nodiscard]] bool is_about(Attempt const& attempt, DropId const& drop);

/// Whether an earlier submission of the signal is on record.
[[nodiscard]] bool has_attempts(Session const& session, SignalName const& signal);

/// Returns an Error if forget_attempts() would fail.
Result<void> can_forget_attempts(Session const& session);
Result<void> forget_attempts(Session const& session, SignalName const& signal);

/// Forgets them, and keeps that the work was given up: nothing else in the session would say afterwards that
/// the last submission was not accepted. Durable on return.
Result<void> give_up_attempts(Session const& session, SignalName const& signal);

} // namespace artifactd
