// Carrying out a verdict, so that who looks at `.lock` first and, once it is gone, at `.lock.error` is right
// at every instant, also across kill -9 and restart (`*`: durable before retire() is called).
//
//   accepted  outcome* ─► older .error and instructions removed ─► inputs compared ─► .lock is the one judged
//             ─► .lock moved to work/accepted.<…> ─► look ─┬─ that one: attempts forgotten, unlinked
//                                                          └─ another: renamed back (beside a newer:
//                                                          unlinked)
//   refused   note work/refused.<…>* ─► attempts*, instructions* ─► inputs compared ─► .lock is the one
//   judged
//             ─► .lock renamed to .lock.error ─► look ─┬─ that one, or gone: directory synced, note removed
//                                                      └─ another: renamed back, note removed
//
// Linux cannot rename "only if it is this inode": a signal dropped again between the last look and the rename
// is noticed by the look after it. Recovery does from the name what was left to do; it never puts back the
// signal that was judged, because its receipt was seen and its agent may be writing the next round.
#pragma once

#include "state/settle/claim.hpp"
#include "state/settle/in_flight.hpp"

#include <functional>

namespace artifactd {

enum class Retired : std::uint8_t {
  done,
  differs,  ///< dropped again, or inputs that are not those judged: `.lock` is there, judge again
  vanished, ///< somebody removed the signal meanwhile; of an accepted one the outcome remains
};

/// Whether the inputs are still those that were judged; asked while the signal has its name.
using InputsCheck = std::function<Result<bool>()>;

/// A refusal is about to be counted and written down: leaves the note by which recovery gives back a drop
/// that came in between, and takes away instructions about a signal that was withdrawn. The drop is durable
/// then: a power cut that leaves its attempt cannot lose it.
Result<void> begin_refusal(Claim const&, Session const& session, Sighting const& judged);

/// Takes the note away: the refusal was not written down.
Result<void> end_refusal(Claim const&, Session const& session, Sighting const& judged);

/// Of a refusal, begin_refusal() before. Where the result is not `done`, no name was
/// touched, but for instructions of a refusal that did not happen. An Error leaves the signal pending, or a
/// name in the work directory that recovery finishes.
Result<Retired> retire(Claim const&, Session const& session, Sighting const& judged, Verdict verdict,
                       InputsCheck const& as_judged);

/// Recovery: finishes what `in_flight`, the parsed `work_name`, says was begun.
Result<void> finish_retiring(Claim const&, Session const& session, int work, std::string const& work_name,
                             InFlight const& in_flight);

} // namespace artifactd
