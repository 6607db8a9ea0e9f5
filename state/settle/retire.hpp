// Taking a judged signal away, whichever the verdict, without ever taking a newer one with it.
//
//   <name>.<kind>.lock ──rename NOREPLACE──► work/retire.… ──inputs as judged?──► unlinked   (accepted)
//                                                 │                         └──► .lock.error (refused)
//                                                 └─ anything differs: renamed back, settle once more
#pragma once

#include "state/settle/signal.hpp"

#include <functional>

namespace artifactd {

enum class Verdict : std::uint8_t { accepted, refused };

enum class Retired : std::uint8_t {
  done,
  differs,  ///< a newer dropping, or inputs that are not those judged: it stands again, judge again
  vanished, ///< somebody removed the signal meanwhile; the work done for it stands
};

/// Whether the inputs are still those that were judged; asked while the signal is out of the way, so that an
/// agent that writes and drops again is always noticed.
using InputsCheck = std::function<Result<bool>()>;

/// Accepted: stale `.error`, instructions and attempts go first, then the signal. Refused: the instructions
/// must be durable already.
Result<Retired> retire(Session const& session, Sighting const& judged, Verdict verdict,
                       InputsCheck const& as_judged);

/// Prefix in the work directory of a signal that is being retired; the signal's file name follows.
inline constexpr std::string_view retire_prefix = "retire.";

/// Recovery: puts a signal that was being retired back under its name, or drops it when a newer one stands
/// there.
Result<void> put_back(Session const& session, int work, std::string const& work_name);

} // namespace artifactd
