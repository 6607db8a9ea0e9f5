#include "state/settle/signal.hpp"

#include "state/session/session_layout.hpp"

#include <sys/stat.h>

namespace artifactd {

Result<Sighting> sight(Session const& session, SignalName const& signal) {
  auto name = layout::signal(signal);
  auto stamp = TRY(stamp_at(session.directory(), name));
  if (!S_ISREG(stamp.mode)) return fail(Fault::unsafe, name + " is not a regular file");
  return Sighting{signal, stamp, Monotonic::now()};
}

bool still_fresh(Stamp const& stamp) noexcept {
  auto age = Duration(wall_now_ns() - stamp.changed_ns);
  return age >= Duration::zero() && age < publishing_time;
}

DropId drop_id(Stamp const& stamp) noexcept {
  return {stamp.inode, stamp.birth_ns, stamp.modified_ns};
}

bool same_sighting(Stamp const& a, Stamp const& b) noexcept {
  return same_content(a, b);
}

} // namespace artifactd
