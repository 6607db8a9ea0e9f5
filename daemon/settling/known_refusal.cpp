#include "daemon/settling/known_refusal.hpp"

#include "daemon/settling/policies.hpp"
#include "state/settle/attempts.hpp"

namespace artifactd {

Result<bool> is_known_refusal(Session const& session, SignalName const& signal, Stamp const& refused,
                              Journal& journal) {
  if (!TRY(journal.spendings(session.shown(), signal)).empty()) return true;
  auto const log = TRY(load_attempts(session, signal));
  if (log.attempts.empty() || log.attempts.back().taken_back) return false;
  if (!is_about(log.attempts.back(), drop_id(refused))) return false;
  auto const count = counted({}, &journal, session).count;
  for (auto const& attempt : log.attempts)
    TRY(count(signal, attempt.key, attempt.tier));
  return true;
}

} // namespace artifactd
