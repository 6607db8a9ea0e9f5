#include "daemon/settling/reconcile.hpp"

#include "state/session/session_layout.hpp"
#include "state/settle/leftovers.hpp"

#include <algorithm>

namespace artifactd {

namespace {

// An agent that submits faster than it is settled gets this many rounds before other sessions have their
// turn.
constexpr int rounds = 3;

struct Seen {
  std::vector<Sighting> ready;
  bool early = false; ///< something is too young to be judged
  bool slow = false;  ///< there is slow work, settled elsewhere
  bool waiting = false;
  bool left_behind = false; ///< by a killed artifactd
  std::vector<SignalName> refused;
  std::vector<OddFile> odd;
};

void sort_in(SeenSignal const& signal, Session const& session, Hints const& hints, Serving const& serving,
             Seen& seen) {
  auto const served = std::ranges::find(serving.works, signal.name.kind, &KindOfWork::kind);
  if (served == serving.works.end()) {
    seen.slow |= signal.name.kind.traits().pace == Pace::slow;
    seen.waiting |= signal.name.kind.traits().pace == Pace::waiting;
    return;
  }
  Sighting sighting{signal.name, signal.stamp, Monotonic::now()};
  auto published = hints.says_closed(signal.name) ? Published::yes : Published::unknown;
  auto readiness = readiness_of(*served, session, sighting, published);
  if (readiness == Readiness::ready) seen.ready.push_back(std::move(sighting));
  if (readiness == Readiness::early) seen.early = true;
}

Result<Seen> look(Session const& session, Hints const& hints, Serving const& serving,
                  WantedSignals const& wanted, Looked const& looked) {
  auto signs = TRY(scan_session(session.directory(), serving.kinds));
  Seen seen;
  for (auto const& signal : signs.pending)
    if (wanted.includes(signal.name)) sort_in(signal, session, hints, serving, seen);
  for (auto const& document : signs.documents)
    if (wanted.includes(document.name)) sort_in(document, session, hints, serving, seen);
  if (looked) looked(signs, seen.ready);
  for (auto const& signal : signs.refused)
    seen.refused.push_back(signal.name);
  seen.odd = std::move(signs.odd);
  // One look for all kinds, before any of them settles: what a killed process left is there already, and was
  // listed if it lies in the session itself.
  seen.left_behind = TRY(signs.in_use ? has_leftovers(session) : has_unfinished_work(session));
  return seen;
}

bool has_history(Session const& session) {
  return stamp_at(session.directory(), layout::generations).has_value();
}

Duration sooner(std::optional<Duration> known, Duration other) {
  return known ? std::min(*known, other) : other;
}

RunResult result_of(Reconciled const& done, bool early) {
  RunResult result;
  bool busy_only = true;
  for (auto const& signal : done.signals) {
    if (signal.end == End::again || (signal.end == End::pending && signal.again_in))
      result.again_in = sooner(result.again_in, signal.again_in.value_or(Duration::zero()));
    if (signal.end != End::pending) continue;
    result.end = RunEnd::pending;
    auto fault = signal.reason ? signal.reason->fault : Fault::io;
    if (fault != Fault::busy && fault != Fault::changed) busy_only = false;
  }
  result.busy_only = result.end == RunEnd::pending && busy_only;
  if (early && !result.again_in) result.again_in = publishing_time;
  if (result.end == RunEnd::settled && !result.again_in) result.again_in = done.again_in;
  return result;
}

void take_over(Reconciled& done, SettleReport report) {
  // A signal judged again in a later round has one outcome: the last.
  for (auto& signal : report.signals) {
    std::erase_if(done.signals, [&](SignalEnd const& each) {
      return each.signal == signal.signal && (each.end == End::again || each.end == End::pending);
    });
    done.signals.push_back(std::move(signal));
  }
  std::ranges::move(report.notices, std::back_inserter(done.notices));
  if (report.again_in) done.again_in = sooner(done.again_in, *report.again_in);
}

bool wants_another_round(Reconciled const& done) {
  return std::ranges::any_of(done.signals,
                             [](SignalEnd const& each) { return each.end == End::again && !each.again_in; });
}

/// What is settled one by one is settled in the order in which it was submitted: a turn follows the turn
/// before it. What is settled together stays in the order of names, in which it is merged.
std::vector<Sighting> of_kind(std::vector<Sighting> const& sightings, KindOfWork const& work) {
  std::vector<Sighting> those;
  std::ranges::copy_if(sightings, std::back_inserter(those),
                       [&](Sighting const& each) { return each.signal.kind == work.kind; });
  if (work.batch == 1)
    std::ranges::stable_sort(those, {}, [](Sighting const& each) { return each.stamp.modified_ns; });
  return those;
}

/// True if leftovers were recovered, so that there may be signals again.
Result<bool> settle_all(Session const& session, Seen const& seen, Serving const& serving, Round which,
                        Reconciled& done) {
  bool recovered = false;
  for (auto const& each : serving.works) {
    auto sightings = of_kind(seen.ready, each);
    auto const late_writes = seen.ready.empty() && each.keeps_history;
    if (sightings.empty() && !seen.left_behind && !late_writes) continue;
    auto report = settle_work(session, sightings, each, serving.refusal, which, serving.batch_settled);
    // Without a signal to carry it, the trouble would go unreported, and what recovery has to put back would
    // stay hidden.
    if (report.trouble && sightings.empty()) return fail(*std::move(report.trouble));
    recovered = recovered || report.recovered;
    take_over(done, std::move(report));
  }
  return recovered;
}

} // namespace

Result<Reconciled> reconcile(Session const& session, Hints const& hints, Serving const& serving,
                             WantedSignals const& wanted, Looked const& looked) {
  Reconciled done;
  auto seen = TRY(look(session, hints, serving, wanted, looked));
  auto const anything_left = [&] { return seen.left_behind || has_history(session); };
  for (int round = 1; !seen.ready.empty() || (round == 1 && anything_left()); ++round) {
    auto which = round == rounds ? Round::last : Round::more_may_come;
    auto recovered = TRY(settle_all(session, seen, serving, which, done));
    if (round == rounds || (!recovered && !wants_another_round(done))) break;
    seen = TRY(look(session, hints, serving, wanted,
                    looked)); // recovery puts signals back: they are settled in the same run
  }
  done.refused = std::move(seen.refused);
  for (auto const& end : done.signals)
    if (end.end == End::refused) done.refused.push_back(end.signal);
  done.odd = std::move(seen.odd);
  done.result = result_of(done, seen.early);
  done.result.slow = seen.slow;
  done.result.waiting = seen.waiting;
  return done;
}

} // namespace artifactd
