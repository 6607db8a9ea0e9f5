// Carries out a verdict so that a reader who checks `.lock` first and, once it is gone, `.lock.error` is
// right at every instant, even across kill -9 and restart (`*`: durable before retire() is called).
//
//   accepted  outcome* ─► older .error and instructions removed ─► inputs compared
//             ─► .lock is the one judged ─► .lock moved to work/accepted.<…> ─► look
//                ├─ that one: attempts forgotten, unlinked
//                └─ another: renamed back (if a newer one exists: unlinked)
//   refused   note work/refused.<…>* ─► attempts*, instructions* ─► inputs compared
//             ─► .lock is the one judged ─► .lock renamed to .lock.error ─► look
//                ├─ that one, or gone: directory synced, note removed
//                └─ another: renamed back, directory synced, note removed
//
// Linux cannot rename "only if it is this inode": a signal resubmitted between the last look and the rename
// is noticed by the look after it, which waits while a process has the signal open for writing (if the kernel
// tells us: it is our file, or we have CAP_LEASE). Recovery learns from the name what remains to be done; it
// never restores the signal that was judged, because its receipt was seen and its agent may be writing the
// next round.
#pragma once

#include "state/settle/claim.hpp"
#include "state/settle/in_flight.hpp"

#include <functional>

namespace artifactd {

enum class Retired : std::uint8_t {
  done,
  differs,  ///< resubmitted, or the inputs differ from those judged: `.lock` exists, judge again
  vanished, ///< somebody removed the signal meanwhile; an accepted outcome remains
};

/// Whether the inputs are still those that were judged; called while the signal has its name.
using InputsCheck = std::function<Result<bool>()>;

/// Call before a refusal is counted and written down: leaves the note by which recovery restores a signal
/// that was submitted in between, and removes instructions about a signal that was withdrawn. Makes the
/// submission durable: a power cut that keeps its attempt cannot lose it.
Result<void> begin_refusal(Claim const&, Session const& session, Sighting const& judged);

/// Removes the note: the refusal was not written down.
Result<void> end_refusal(Claim const&, Session const& session, Sighting const& judged);

/// For a refusal, call begin_refusal() first. If the result is not `done`, no name was touched, except for
/// instructions of a refusal that did not happen. An Error leaves the signal pending, or a name in the work
/// directory that recovery finishes.
Result<Retired> retire(Claim const&, Session const& session, Sighting const& judged, Verdict verdict,
                       InputsCheck const& as_judged);

/// A signal that is removed within the tick of its birth stays open until that tick is over: no other can get
/// its inode and times. Call this some milliseconds after the last retire(), or the last one stays open, and
/// its file system cannot be unmounted.
void release_kept_inodes();

/// Recovery: finishes the action that `in_flight`, parsed from `work_name`, describes.
Result<void> finish_retiring(Claim const&, Session const& session, int work, std::string const& work_name,
                             InFlight const& in_flight);

} // namespace artifactd
