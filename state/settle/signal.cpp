#include "state/settle/signal.hpp"

#include "state/session_layout.hpp"

#include <sys/stat.h>

namespace artifactd {

Result<Sighting> sight(Session const& session, SignalName const& signal) {
  auto name = layout::signal(signal);
  auto stamp = TRY(stamp_at(session.directory(), name));
  if (!S_ISREG(stamp.mode)) return fail(Fault::unsafe, name + " is not a regular file");
  return Sighting{signal, stamp, Monotonic::now()};
}

bool same_sighting(Stamp const& a, Stamp const& b) noexcept {
  return same_content(a, b);
}

} // namespace artifactd
