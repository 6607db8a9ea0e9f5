// How often a signal's work was refused and why, in `.artifactd/attempts/<name>.<kind>.json`. An attempt is
// one dropping of the signal over one content of its inputs: its key is (signal identity, ctime first seen,
// digest of inputs), so meeting the same dropping again, after a crash or a restart, counts nothing. The file
// is written by whoever may write the session: what it says is history, it grants nothing; budgets take the
// larger of it and the journal's.
#pragma once

#include "state/finding.hpp"
#include "state/session.hpp"
#include "state/settle/signal.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct Attempt {
  int number = 1;     ///< 1-based
  std::string key;    ///< as it was first counted; stays when the same dropping is met again
  std::string signal; ///< identity of the dropping
  std::int64_t first_seen_ns =
      0;              ///< ctime of the signal when first seen; 0: put back by recovery, not yet seen again
  std::string inputs; ///< digest
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

/// Recovery is about to put this signal back under its name, which moves its ctime: the next sight of it is
/// the same dropping. Durable when it returns.
Result<void> note_put_back(Session const& session, SignalName const& signal, Stamp const& stamp);

Result<void> forget_attempts(Session const& session, SignalName const& signal);

} // namespace artifactd
