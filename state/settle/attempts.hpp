// How often a signal's work was refused and why, in `.artifactd/attempts/<name>.<kind>.json`. An attempt is
// one dropping of the signal over one content of its inputs: its key is (signal identity, ctime first seen,
// digest of inputs), so meeting the same dropping again, after a crash or a restart, counts nothing. The file
// is written by whoever may write the session: what it says is history, it grants nothing; budgets take the
// larger of it and the journal's.
#pragma once

#include "state/finding.hpp"
#include "state/session.hpp"
#include "state/settle/signal.hpp"

#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct Attempt {
  int number = 1;                 ///< 1-based
  std::string key;                ///< as it was first counted; stays when the same dropping is met again
  std::string signal;             ///< identity of the dropping
  std::int64_t first_seen_ns = 0; ///< ctime of the signal when first seen; arming it again moves that
  bool taken_back = false; ///< it did not become `.error`: dropped again, withdrawn, or its inputs changed
  std::string inputs;      ///< digest
  Tier tier = Tier::syntax;
  std::string at; ///< ISO time
  std::vector<Finding> findings;
};

/// What a person added for whoever tries next.
struct Hint {
  std::string at; ///< ISO time
  std::string text;
};

struct AttemptLog {
  std::vector<Attempt> attempts; ///< oldest first, bounded
  std::vector<Hint> hints = {};  ///< oldest first, bounded
};

/// Of a hint, in bytes: what fits a command line and a prompt.
inline constexpr std::size_t longest_hint = 4096;

/// Missing, damaged or oversized: an empty log. One that this machine cannot read just now is an Error: taken
/// for empty it would be counted from one again.
Result<AttemptLog> load_attempts(Session const& session, SignalName const& signal);

/// The log with this refusal in it, as a new attempt or as the one it already holds; the attempt is the last
/// one.
[[nodiscard]] AttemptLog with_attempt(AttemptLog log, Sighting const& sighting, std::string const& inputs,
                                      Tier tier, std::vector<Finding> findings);

[[nodiscard]] AttemptLog with_hint(AttemptLog log, std::string text);

/// Durable when it returns.
Result<void> save_attempts(Session const& session, SignalName const& signal, AttemptLog const& log);

/// The refusal that was counted last did not happen: the same drop has to be judged again. Durable when it
/// returns.
Result<void> void_last_attempt(Session const& session, SignalName const& signal);

/// The attempt this very drop was refused for, its instructions included: a kill or a power cut brought the
/// signal back before `.error` was durable. Only the rename is to be repeated, whatever its inputs look like
/// by now.
Result<std::optional<Attempt>> attempt_on_record(Session const& session, Sighting const& sighting);

/// An Error where forget_attempts() would fail.
Result<void> can_forget_attempts(Session const& session);
Result<void> forget_attempts(Session const& session, SignalName const& signal);

} // namespace artifactd
